import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IconName } from '#client/icons.ts'
import { ownRecoveryText } from '#client/recovery.ts'
import type { DutyInformation } from '#contract/duty/duty.ts'
import { Icon } from '#web/components/Icon.tsx'
import { TeamPlace, useTeamPlace } from '#web/components/TeamPlace.tsx'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText, timeOfDay } from '#web/lib/time.ts'
import { useOwnerWords } from './words.ts'

/** Where the team is, and until when or from when on. `plain` has no link to a map, for use within a link. */
export function OpeningFacts({ plain = false }: { plain?: boolean }) {
  const duty = useQuery(queries.duty.info())
  const team = useTeamPlace()
  const elsewhere = duty.data?.isInDuty ? duty.data.place : duty.data?.next?.place
  return (
    <Stack gap="xs">
      {(elsewhere || team.text || (team.map && !plain)) && (
        <Fact icon="pin">{elsewhere || (plain ? team.text : <TeamPlace />)}</Fact>
      )}
      {duty.data && (
        <Fact icon="clock">
          <Hours of={duty.data} />
        </Fact>
      )}
    </Stack>
  )
}

function Hours({ of: { isInDuty, closes, next } }: { of: DutyInformation }) {
  const words = useOwnerWords()
  const lang = useLang()
  const today = useQuery(queries.duty.week()).data?.list[0]?.date ?? ''
  if (isInDuty) return closes ? words.openUntil(dayText(closes, lang, today), timeOfDay(closes)) : words.openNow
  if (!next) return words.noNext
  const sameDay = next.until.slice(0, 10) === next.from.slice(0, 10)
  return words.next(dayText(next.from, lang, today), timeOfDay(next.from), sameDay ? timeOfDay(next.until) : '')
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <span style={{ display: 'flex', marginTop: 2 }}>
        <Icon name={icon} />
      </span>
      <Text style={{ overflowWrap: 'anywhere' }}>{children}</Text>
    </Group>
  )
}

/** That the team pauses, why, and until when, as an administrator wrote it. */
export function PauseNotice() {
  const words = useOwnerWords()
  const duty = useQuery(queries.duty.info()).data
  if (duty?.currentDuty !== 'off') return null
  const reasons = [duty.offDutyReason, ownRecoveryText(duty)].filter((text) => text.trim() !== '')
  return (
    <Alert color="yellow" variant="light" title={words.paused} role="status">
      {reasons.map((text) => (
        <Text key={text} size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {text}
        </Text>
      ))}
    </Alert>
  )
}
