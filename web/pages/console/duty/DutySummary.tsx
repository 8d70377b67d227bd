import { Stack, Text } from '@mantine/core'
import { ownRecoveryText } from '#client/recovery.ts'
import type { ExplainedDuty } from '#contract/duty/duty.ts'
import { useClock } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { dateTime, dayText, timeOfDay } from '#web/lib/time.ts'
import { useDutyWords } from './words.ts'

export function DutySummary({ duty: { info, source, people } }: { duty: ExplainedDuty }) {
  const words = useDutyWords()
  const lang = useLang()
  const clock = useClock()
  const time = (timestamp: string) => timestamp && dateTime(timestamp, lang, clock)
  const { isInDuty, currentDuty, inDutyCnt, place, offDutyReason, until, next } = info
  const recover = ownRecoveryText(info)
  const end = until && words.end(dayText(until, lang, clock), timeOfDay(until))
  const facts = [
    isInDuty && words.people(inDutyCnt) + (people.length > 0 ? words.named(people) : ''),
    isInDuty && until && words.until(end),
    offDutyReason && words.reason(offDutyReason),
    recover && words.recover(recover),
    !isInDuty && (next ? words.next(time(next.from), next.shift) : words.noNext),
  ]
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Text fw={650} size="lg">
        {headline(words, currentDuty, place)}
      </Text>
      {facts.map((fact) => fact && <Text key={fact}>{fact}</Text>)}
      <Text variant="secondary">{source === 'written' ? words.because.written(end) : words.because[source]}</Text>
    </Stack>
  )
}

function headline(words: ReturnType<typeof useDutyWords>, duty: string, place: string): string {
  if (duty === 'off') return words.off
  if (duty === '0') return words.ended
  return duty === 'others' ? words.others(place) : words.open(duty)
}
