import { Text } from '@mantine/core'
import { reachOf } from '#web/lib/reach.ts'
import { useReachWords } from './reach-words.ts'

/** A note if an address can be opened on this machine or network only. */
export function AddressReach({ address }: { address: string }) {
  const words = useReachWords()
  const reach = reachOf(address)
  if (reach === 'everybody') return null
  return (
    <Text size="sm" role="note" style={{ overflowWrap: 'anywhere' }}>
      {words[reach]} {reach === 'machine' && words.how}
    </Text>
  )
}
