import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  about?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ about, onChange, ...props }: Props) {
  return (
    <Checkbox size="md" description={about} onChange={(event) => onChange(event.currentTarget.checked)} {...props} />
  )
}
