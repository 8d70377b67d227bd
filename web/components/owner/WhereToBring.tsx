import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IconName } from '#client/icons.ts'
import { statuses } from '#contract/codes.ts'
import type { DutyInformation } from '#contract/duty/duty.ts'
import { Icon } from '#web/components/Icon.tsx'
import { TeamPlace, useTeamPlace } from '#web/components/TeamPlace.tsx'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText, timeOfDay } from '#web/lib/time.ts'
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
  const duty = useQuery(queries.duty.info())
  const team = useTeamPlace()
  const elsewhere = duty.data?.isInDuty ? duty.data.place : duty.data?.next?.place
  return (
    <Paper component="section" withBorder p="md" aria-label={words.bring}>
      <Stack gap="sm">
        <Stack gap={4}>
          <Title>{words.bring}</Title>
          <Text variant="secondary">{words.bringAbout}</Text>
        </Stack>
        {(elsewhere || team.text || team.map) && <Fact icon="pin">{elsewhere || <TeamPlace />}</Fact>}
        {duty.data && (
          <Fact icon="clock">
            <Hours of={duty.data} />
          </Fact>
        )}
      </Stack>
    </Paper>
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
