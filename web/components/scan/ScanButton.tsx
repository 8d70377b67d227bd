import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '#web/components/Icon.tsx'
import { ScanDialog } from './ScanDialog.tsx'
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
