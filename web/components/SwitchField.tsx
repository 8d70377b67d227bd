import { Switch, type SwitchProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends Pick<SwitchProps, 'onLabel' | 'offLabel'> {
  label: string
  name?: string
  about?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function SwitchField({ about, onChange, ...props }: Props) {
  return <Switch size="md" description={about} onChange={(event) => onChange(event.currentTarget.checked)} {...props} />
}
