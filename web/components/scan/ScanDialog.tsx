import { Stack } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog, DialogHead } from '#web/components/Dialog.tsx'
import { Camera } from './Camera.tsx'
import { ManualEntry } from './ManualEntry.tsx'

export function ScanDialog({
  title,
  wrong,
  hand,
  onScan,
  onClose,
}: {
  title: string
  hand: { readonly label: string; readonly about: string } | undefined
  wrong: ((text: string) => string | undefined) | undefined
  onScan: (text: string) => void
  onClose: () => void
}) {
  const label = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    dialog.current?.showModal()
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
    <Dialog ref={dialog} width="30rem" aria-labelledby={label} onClose={onClose} onKeyDown={toField}>
      <Stack gap="sm">
        <DialogHead id={label} close={() => dialog.current?.close()}>
          {title}
        </DialogHead>
        <Camera onRead={take} />
        <ManualEntry onScan={take} wrong={refused} field={field} hand={hand} />
      </Stack>
    </Dialog>
  )
}
