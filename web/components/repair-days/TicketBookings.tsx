import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Holder } from '#client/booking-calls.ts'
import { isBookable } from '#client/repair-days.ts'
import type { OwnBooking } from '#contract/repair-days/day-fields.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { type OwnersTicket, queries } from '#web/data/queries.ts'
import { repairDayAddress } from './address.ts'
import { BookingCard } from './BookingCard.tsx'
import { DaySpan } from './DayFacts.tsx'
import { useRepairDayWords } from './words.ts'

type Ticket = Pick<OwnersTicket, 'id' | 'type' | 'kind' | 'status' | 'isConfirmed' | 'here'>

/** The bookings of a ticket, or the next repair day that its owner can book. */
export function TicketBookings({ of: ticket, list, holder }: { of: Ticket; list: OwnBooking[]; holder: Holder }) {
  if (list.length > 0) return list.map((one) => <BookingCard key={one.day} of={one} holder={holder} />)
  return isBookable(ticket) && !ticket.here && <OfferDay of={ticket} />
}

function OfferDay({ of: ticket }: { of: Ticket }) {
  const words = useRepairDayWords()
  const days = useQuery(queries.repairDays.list()).data?.list ?? []
  const next = days.find(({ kinds }) => kinds.includes(ticket.kind))
  if (!next) return null
  return (
    <Card title={words.bookThis} about={words.offer(next.title)}>
      <Group justify="space-between">
        <Text>
          <DaySpan {...next} />
        </Text>
        <LinkButton href={`${repairDayAddress(next.id)}?ticket=${ticket.id}`} leftSection={<Icon name="calendar" />}>
          {words.look}
        </LinkButton>
      </Group>
    </Card>
  )
}

/** The same for a ticket of the user. */
export function MyTicketBookings({ of: ticket }: { of: Ticket }) {
  const mine = useQuery(queries.repairDays.mine())
  if (!mine.data) return null
  const list = mine.data.list.filter((one) => one.ticket === ticket.id)
  return <TicketBookings of={ticket} list={list} holder={{ ticket: ticket.id }} />
}
