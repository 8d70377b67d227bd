import { Badge, Group, Text } from '@mantine/core'
import { useHourWords } from '#web/components/hours/words.ts'
import type { HourLine } from '#web/data/queries.ts'
import { timeOfDay } from '#web/lib/time.ts'
import css from './hours.module.css'
import { useConsoleHourWords } from './words.ts'

export function useLineTitle(): (line: HourLine) => string {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  return ({ kind, shift, what, ticket, corrects }) => {
    if (shift) return hours.shift(shift)
    if (what) return what
    if (ticket > 0) return words.ticket(ticket)
    return corrects > 0 ? words.corrects(corrects) : hours.kind[kind]
  }
}

function ShiftSpan({ line: { arrival, leaving } }: { line: HourLine }) {
  if (!arrival) return null
  return (
    <span className={css['times']}>
      <time dateTime={arrival.slice(0, 19)}>{timeOfDay(arrival)}</time>–
      {leaving && <time dateTime={leaving.slice(0, 19)}>{timeOfDay(leaving)}</time>}
    </span>
  )
}

export function LineEvidence({ line }: { line: HourLine }) {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  const titleOf = useLineTitle()
  const { here, late, standing, left, came, corrects, kind } = line
  const facts = [
    here && hours.stillHere,
    late > 0 && hours.late(late),
    standing && standing !== 'rostered' && hours.standing[standing],
    left === 'forgotten' && words.notSignedOut,
  ].filter(Boolean)
  const history = [
    kind === 'correction' && (line.shift || line.what) && words.corrects(corrects),
    came && came !== 'written' && hours.came[came],
    left && left !== 'written' && left !== 'forgotten' && hours.leftHow[left],
    line.with && words.withWhom(line.with),
    line.writtenBy && words.writtenBy(line.writtenBy),
    line.decidedBy && line.decidedBy !== line.writtenBy && words.decidedBy(line.decidedBy),
    line.ownDecision && words.ownDecision,
  ].filter(Boolean)
  return (
    <div>
      <Group gap="2px 8px">
        <span>{titleOf(line)}</span>
        <ShiftSpan line={line} />
        {facts.map((fact) => (
          <Badge key={String(fact)} variant="default" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
            {fact}
          </Badge>
        ))}
      </Group>
      {history.length > 0 && <Text variant="secondary">{history.join(words.and)}</Text>}
      {line.reason && <Text variant="secondary">{words.because(line.reason)}</Text>}
    </div>
  )
}
