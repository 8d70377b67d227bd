import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  type ElementProps,
} from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { Icon } from './Icon.tsx'

interface LinkProps {
  href: string
  onClick?: () => void
  ref?: Ref<HTMLAnchorElement>
  children: ReactNode
}

export function LinkButton(props: ButtonProps & LinkProps) {
  return <Button component={Link} variant="default" {...props} />
}

export function TextLink(props: AnchorProps & LinkProps & { title?: string }) {
  return <Anchor component={Link} underline="always" {...props} />
}

interface ActionButtonProps extends ButtonProps {
  action: { readonly busy: boolean; submit(): void }
  autoFocus?: boolean
  children: ReactNode
}

export function ActionButton({ action, ...button }: ActionButtonProps) {
  return <Button loading={action.busy} onClick={() => action.submit()} {...button} />
}

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  icon: IconName
  label: string
}

export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} {...button}>
      <Icon name={icon} />
    </ActionIcon>
  )
}
