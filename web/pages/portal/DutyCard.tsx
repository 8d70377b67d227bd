import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownRecoveryText } from '#client/recovery.ts'
import type { DutyInformation } from '#contract/duty/duty.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Icon, type IconName } from '#web/components/Icon.tsx'
import { TeamPlace, useTeamPlace } from '#web/components/TeamPlace.tsx'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText, timeOfDay } from '#web/lib/time.ts'
import css from './portal.module.css'
import { usePortalWords } from './words.ts'

export function DutyCard() {
  const words = usePortalWords()
  const duty = useQuery(queries.duty.info())
  // The week's answer also tells the team's current date.
  const week = useQuery(queries.duty.week())
  if (duty.isError && !duty.data) return <LoadError error={duty.error} retry={duty.refetch} />
  return (
    <Paper
      component="section"
      withBorder
      p="lg"
      mih={116}
      aria-label={words.duty}
      aria-busy={duty.isPending || week.isPending}
    >
      {duty.data && !week.isPending && <Situation of={duty.data} />}
    </Paper>
  )
}

function Situation({ of: duty }: { of: DutyInformation }) {
  const words = usePortalWords()
  const lang = useLang()
  const today = useToday()
  const team = useTeamPlace()
  const { isInDuty, leader, until, place, inDutyCnt, offDutyReason, next } = duty
  const recover = ownRecoveryText(duty)
  const state = isInDuty ? 'open' : duty.currentDuty === 'off' ? 'paused' : 'closed'
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap">
        <span className={css['lamp']} data-state={state} aria-hidden="true" />
        <Title order={2} size="h3">
          {words[state]}
        </Title>
      </Group>
      {isInDuty && until && <Fact icon="clock">{words.until(dayText(until, lang, today), timeOfDay(until))}</Fact>}
      {(place || team.text || team.map) && <Fact icon="pin">{place || <TeamPlace />}</Fact>}
      {leader && <Fact icon="person">{words.leads(leader)}</Fact>}
      {isInDuty && inDutyCnt > 0 && <Fact icon="people">{words.people(inDutyCnt)}</Fact>}
      {offDutyReason && <Text className={css['told'] ?? ''}>{offDutyReason}</Text>}
      {recover && <Text className={css['told'] ?? ''}>{recover}</Text>}
      {!isInDuty && next && (
        <Fact icon="calendar">
          {words.next}{' '}
          <span className={css['moment']}>
            {dayText(next.from, lang, today)} {timeOfDay(next.from)}
            {next.until &&
              `–${next.until.slice(0, 10) === next.from.slice(0, 10) ? '' : `${dayText(next.until, lang, today)} `}${timeOfDay(next.until)}`}
          </span>
          {next.place && ` · ${next.place}`}
        </Fact>
      )}
      {!isInDuty && !next && !recover && <Text c="dimmed">{words.noNext}</Text>}
    </Stack>
  )
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <span className={css['icon']}>
        <Icon name={icon} />
      </span>
      <Text className={css['told'] ?? ''}>{children}</Text>
    </Group>
  )
}

const useToday = () => useQuery(queries.duty.week()).data?.list[0]?.date ?? ''
