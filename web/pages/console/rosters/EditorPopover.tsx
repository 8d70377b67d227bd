import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  opened: boolean
  onChange: (opened: boolean) => void
  width: number
  position?: 'bottom' | 'bottom-start'
  /** The button that opens it. */
  target: ReactNode
  children: ReactNode
}

/** A popover with a form. It stays open while the page scrolls to its last button. */
export function EditorPopover({ target, children, ...popover }: Props) {
  return (
    <Popover {...popover} trapFocus returnFocus hideDetached={false} shadow="md" transitionProps={{ duration: 0 }}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
