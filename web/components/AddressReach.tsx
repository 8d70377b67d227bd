import { Text } from '@mantine/core'
import { reachOf } from '#web/lib/reach.ts'
import { useReachWords } from './reach-words.ts'

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
