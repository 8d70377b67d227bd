import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { spanText } from '#client/repair-days.ts'
import type { DayBooking } from '#contract/repair-days/day-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { useKindName } from './DayFacts.tsx'
import { useMemberDayWords } from './member-words.ts'

/** Bookings by wave, and then those who wait. */
export function bookingGroups(list: readonly DayBooking[]) {
  const isWaiting = ({ state }: DayBooking) => state === 'waiting'
  const placed = list.filter((one) => !isWaiting(one))
  return {
    waves: [...Map.groupBy(placed, ({ wave }) => wave).values()],
    waiting: list.filter(isWaiting),
  }
}

/** The bookings of a day as members see them. */
export function BookingRows({
  list,
  beside,
}: {
  list: readonly DayBooking[]
  beside?: (booking: DayBooking) => ReactNode
}) {
  const words = useMemberDayWords()
  const { waves, waiting } = bookingGroups(list)
  return (
    <Stack>
      {waves.map((bookings) => {
        const [first] = bookings
        const name = first?.from ? spanText(first) : words.someTime
        return <Section key={name} name={name} list={bookings} beside={beside} />
      })}
      {waiting.length > 0 && <Section name={words.waitingList} list={waiting} beside={beside} />}
    </Stack>
  )
}

interface SectionProps {
  name: string
  list: readonly DayBooking[]
  beside: ((booking: DayBooking) => ReactNode) | undefined
}

function Section({ name, list, beside }: SectionProps) {
  return (
    <Stack component="section" gap="xs" aria-label={name}>
      <Text component="h2" fw={600} m={0}>
        {name}{' '}
        <Text span c="dimmed">
          {list.length}
        </Text>
      </Text>
      <Rows>
        {list.map((booking) => (
          <BookingRow key={booking.ticket} of={booking} beside={beside} />
        ))}
      </Rows>
    </Stack>
  )
}

function BookingRow({ of: booking, beside }: { of: DayBooking; beside: SectionProps['beside'] }) {
  const words = useMemberDayWords()
  const kindName = useKindName()
  const { ticket, device, owner, kind, state, number, workers, wishes } = booking
  const facts = [
    kindName(kind),
    owner,
    state !== 'waiting' && words.bookingStates[state],
    workers.length > 0 && workers.join(words.and),
    wishes.length > 0 && words.wishedBy(wishes.map(({ name }) => name).join(words.and)),
  ]
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={0} miw={0} flex="1 1 12rem">
        <TextLink href={`${pages.desk}/tickets/${ticket}`} fw={600} py={10} style={{ overflowWrap: 'anywhere' }}>
          {number && `${number} · `}
          {device} #{ticket}
        </TextLink>
        <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      {beside?.(booking)}
    </Group>
  )
}
