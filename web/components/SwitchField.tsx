import { Switch, type SwitchProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends Pick<SwitchProps, 'onLabel' | 'offLabel'> {
  label: string
  name?: string
  about?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** Puts the switch at the end of the line. */
  end?: boolean
}

export function SwitchField({ about, onChange, end = false, ...props }: Props) {
  return (
    <Switch
      size="md"
      description={about}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(end && { labelPosition: 'left', styles: { labelWrapper: { flex: 1 } } })}
      {...props}
    />
  )
}
