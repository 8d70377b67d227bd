import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface Props {
  width: number
  position?: 'bottom' | 'bottom-start'
  /** The button that opens it. */
  target: (toggle: () => void) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A popover with a form. It stays open while the page scrolls to its last button. */
export function EditorPopover({ target, children, ...popover }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      {...popover}
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      hideDetached={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{target(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown>{children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  )
}
