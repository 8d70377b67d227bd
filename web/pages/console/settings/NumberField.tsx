import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Form.tsx'

interface Props {
  action: FieldInfo
  name: string
  value: number
  onNumber: (value: number) => void
  about?: string
}

/** A whole number. Other text stays in the field, for the service to refuse. */
export function NumberField({ value, onNumber, ...field }: Props) {
  const [typed, setTyped] = useState(String(value))
  const change = (text: string) => {
    setTyped(text)
    onNumber(wholeNumber(text))
  }
  // The form may have received another value.
  const text = wholeNumber(typed) === value ? typed : String(value)
  return <Field {...field} value={text} onText={change} inputMode="numeric" autoComplete="off" />
}
