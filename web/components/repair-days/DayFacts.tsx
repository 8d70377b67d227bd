import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IconName } from '#client/icons.ts'
import { dayLooks, spanText } from '#client/repair-days.ts'
import type { RepairDayState } from '#contract/repair-days/day-states.ts'
import { Icon } from '#web/components/Icon.tsx'
import { useWords } from '#web/components/words.ts'
import { useClock, useKindNames } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { weekdayAndDate } from '#web/lib/time.ts'
import { useRepairDayWords } from './words.ts'

export function DayState({ of: state }: { of: RepairDayState }) {
  const { states } = useRepairDayWords()
  const { icon, colour } = dayLooks[state]
  return (
    <Badge flex="none" color={colour} leftSection={<Icon name={icon} size={14} />}>
      {states[state]}
    </Badge>
  )
}

interface Span {
  readonly from: string
  readonly until: string
}

/** `Sat 21 Nov, 14:00–17:00` */
export function DaySpan({ from, until }: Span) {
  const lang = useLang()
  const clock = useClock()
  return (
    <time dateTime={from.slice(0, 19)}>
      {clock && `${weekdayAndDate(from, lang, clock)}${lang === 'zh_CN' ? ' ' : ', '}${spanText({ from, until })}`}
    </time>
  )
}

/** The name of a kind: the team's own, or appliances or computers. */
export function useKindName(): (kind: number) => string {
  const name = useKindNames()
  return (kind) => name({ type: kind > 1 ? 0 : kind, kind })
}

export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Text span c="dimmed" flex="none" mt={2} style={{ display: 'flex' }}>
        <Icon name={icon} />
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{children}</Text>
    </Group>
  )
}

interface Place {
  readonly place: string
  readonly map: string
}

/** `plain` has no link to a map, for use within a link. */
export function WhenAndWhere({ of: day, plain = false }: { of: Span & Place; plain?: boolean }) {
  const { map: mapWord } = useWords()
  const { place, map } = day
  return (
    <Stack gap="xs">
      <Fact icon="clock">
        <DaySpan {...day} />
      </Fact>
      {(place || (map && !plain)) && (
        <Fact icon="pin">
          {place}
          {map && !plain && (
            <>
              {place && ' '}
              <Anchor href={map} target="_blank" rel="noreferrer" underline="always" inherit>
                {mapWord}
              </Anchor>
            </>
          )}
        </Fact>
      )}
    </Stack>
  )
}
