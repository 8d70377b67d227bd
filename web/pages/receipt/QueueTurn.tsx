import { Text } from '@mantine/core'
import type { OnReceipt } from '#web/data/queries.ts'
import css from './receipt.module.css'
import { useReceiptWords } from './words.ts'

export function QueueTurn({ of: { number, state, ahead } }: { of: NonNullable<OnReceipt['visit']> }) {
  const words = useReceiptWords()
  if (state === 'served') return <Text fw={600}>{words.served(number)}</Text>
  const [title, about] = {
    waiting: [words.ahead(ahead), words.waitAbout],
    called: [words.turn(number), words.turnAbout],
    skipped: [words.skipped, words.skippedAbout],
    gone: [words.gone, words.goneAbout],
  }[state]
  return (
    <div className={css['turn']} data-state={state}>
      <span>{words.number}</span>
      <b>{number}</b>
      <strong>{title}</strong>
      <span>{about}</span>
    </div>
  )
}
