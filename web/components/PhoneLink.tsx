import { Anchor } from '@mantine/core'
import { useWords } from './words.ts'

/** A masked number is no link. */
export function PhoneLink({ phone }: { phone: string }) {
  const { call } = useWords()
  if (!/^[\d+\- ]+$/.test(phone)) return phone
  return (
    <Anchor underline="always" href={`tel:${phone.replace(/[- ]/g, '')}`} aria-label={call(phone)}>
      {phone}
    </Anchor>
  )
}
