import { Button, type ButtonProps, Stack } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog, DialogHead } from '#web/components/Dialog.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Camera } from './Camera.tsx'
import { ManualEntry } from './ManualEntry.tsx'
import { useScanWords } from './words.ts'

export function ScanButton({
  onScan,
  wrong,
  title,
  hand,
  children,
  ...button
}: Omit<ButtonProps, 'children'> & {
  onScan: (text: string) => void
  /** An error for a scanned text keeps the dialog open. */
  wrong?: (text: string) => string | undefined
  title?: string
  /** The label of the text field, if the code is not the number of a tag. */
  hand?: { readonly label: string; readonly about: string }
  children?: string
}) {
  const words = useScanWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="scan" size={18} />}
        {...button}
        type="button"
        onClick={() => setOpen(true)}
      >
        {children ?? words.scan}
      </Button>
      {open &&
        // Outside of a form that may surround the button.
        createPortal(
          <ScanDialog
            title={title ?? words.scan}
            wrong={wrong}
            hand={hand}
            onScan={onScan}
            onClose={() => setOpen(false)}
          />,
          document.body,
        )}
    </>
  )
}

interface Props {
  title: string
  hand: { readonly label: string; readonly about: string } | undefined
  wrong: ((text: string) => string | undefined) | undefined
  onScan: (text: string) => void
  onClose: () => void
}

function ScanDialog({ title, wrong, hand, onScan, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  const take = (text: string) => {
    const sentence = wrong?.(text)
    setRefused(sentence)
    if (sentence !== undefined) return
    // Closing the dialog first returns the focus to the button.
    dialog.current?.close()
    onScan(text)
  }
  // A scanner that types sends its keys to the focused element.
  const toField = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const typed = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
    if (typed && target !== field.current) field.current?.focus()
  }
  return (
    <Dialog ref={dialog} width="30rem" aria-label={title} onClose={onClose} onKeyDown={toField}>
      <Stack gap="sm">
        <DialogHead close={() => dialog.current?.close()}>{title}</DialogHead>
        <Camera onRead={take} />
        <ManualEntry onScan={take} wrong={refused} field={field} hand={hand} />
      </Stack>
    </Dialog>
  )
}
