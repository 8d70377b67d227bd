import { statuses } from '#contract/codes.ts'
import { Card } from '#web/components/Card.tsx'
import { OpeningFacts } from './Opening.tsx'
import { useOwnerWords } from './words.ts'

export function isDeviceAwaited(ticket: {
  readonly here: boolean
  readonly status: number
  readonly isConfirmed: boolean
}) {
  const early = ticket.status === statuses.submitted || ticket.status === statuses.accepted
  return early && !ticket.here && !ticket.isConfirmed
}

export function WhereToBring() {
  const words = useOwnerWords()
  return (
    <Card title={words.bring} about={words.bringAbout}>
      <OpeningFacts />
    </Card>
  )
}
