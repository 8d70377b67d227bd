import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '#web/components/Icon.tsx'
import { ScanDialog } from './ScanDialog.tsx'
import { useScanWords } from './words.ts'

/** Opens the camera and hands over what stands in the code that it sees, or what is typed in its place. */
export function ScanButton({
  onScan,
  wrong,
  title,
  hand,
  children,
  ...button
}: Omit<ButtonProps, 'children'> & {
  onScan: (text: string) => void
  /** What is wrong with a text: then it is said, and the dialog stays. */
  wrong?: (text: string) => string | undefined
  /** What is to be scanned. */
  title?: string
  /** What can be typed in its place, where it is not the number of a tag. */
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
        // Not inside of a form that it may stand in.
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
