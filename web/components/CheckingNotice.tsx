import { Text } from '@mantine/core'
import { useTicketWords } from './ticket-words.ts'

interface HeldPictures {
  readonly held?: number
  readonly heldPic?: readonly string[]
}

export function CheckingNotice({ of: { held = 0, heldPic = [] } }: { of: HeldPictures }) {
  const words = useTicketWords()
  if (heldPic.length === 0 && held === 0) return null
  return (
    <Text variant="secondary" mt={4}>
      {heldPic.length > 0 ? words.checkingMine(heldPic.length) : words.checking(held)}
    </Text>
  )
}
