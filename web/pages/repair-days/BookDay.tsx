import { Group, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { isBookable } from '#client/repair-days.ts'
import type { RepairDay } from '#contract/repair-days/day-fields.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { repairDayAddress } from '#web/components/repair-days/address.ts'
import { BookingCard } from '#web/components/repair-days/BookingCard.tsx'
import { useRepairDayWords } from '#web/components/repair-days/words.ts'
import { useMe } from '#web/data/hooks.ts'
import { newestTickets, queries } from '#web/data/queries.ts'
import { signInFor } from '#web/lib/next.ts'
import { useReceipts } from '#web/lib/receipts.ts'
import { BookingForm } from './BookingForm.tsx'
import type { BookableTicket } from './bookable-ticket.ts'
import { NewDeviceLink } from './NewDeviceLink.tsx'

/** The bookings of this day that this browser knows, and the form for another one. */
export function BookDay({ of: day }: { of: RepairDay }) {
  const words = useRepairDayWords()
  const { tickets, booked, loading } = useOwnTickets(day)
  const wanted = Number(new URLSearchParams(useSearch()).get('ticket'))
  const bookable = day.state !== 'closed' && day.state !== 'cancelled'
  if (!bookable) return null
  if (day.waves.length === 0) return <Card title={words.book}>{words.noWaves}</Card>
  if (loading) return <Loading />
  return (
    <>
      {booked.map(({ booking, holder, name }) => (
        <BookingCard key={booking.ticket} of={booking} holder={holder} device={name} />
      ))}
      {tickets.length > 0 ? (
        <BookingForm
          key={tickets.map(({ id }) => id).join()}
          day={day}
          tickets={tickets}
          first={tickets.find(({ id }) => id === wanted)}
          folded={booked.length > 0 && !tickets.some(({ id }) => id === wanted)}
        />
      ) : (
        booked.length === 0 && <FirstTicket of={day} />
      )}
    </>
  )
}

/** Someone without a ticket files one and comes back. */
function FirstTicket({ of: day }: { of: RepairDay }) {
  const words = useRepairDayWords()
  const me = useMe()
  return (
    <Card title={words.book} about={words.bookAbout}>
      <Text>{words.newDevice}</Text>
      <Group gap="xs">
        <NewDeviceLink of={day} filled />
        {me.data === null && <LinkButton href={signInFor(repairDayAddress(day.id))}>{words.logIn}</LinkButton>}
      </Group>
      {me.data === null && <Text variant="secondary">{words.logInAbout}</Text>}
    </Card>
  )
}

function useOwnTickets(day: RepairDay) {
  const me = useMe()
  const user = me.data != null
  const mine = useQuery({ ...newestTickets(), enabled: user })
  const bookings = useQuery({ ...queries.repairDays.mine(), enabled: user })
  const receipts = useReceipts().list
  const onReceipts = useQueries({
    queries: receipts.map(({ receipt }) => ({ ...queries.receipts.info(receipt), refetchInterval: false as const })),
  })
  const own = (mine.data?.list ?? []).map((ticket) => ({
    ticket,
    holder: { ticket: ticket.id },
    bookings: (bookings.data?.list ?? []).filter((one) => one.ticket === ticket.id),
  }))
  const byReceipt = onReceipts.flatMap(({ data }, i) => {
    const receipt = receipts[i]?.receipt
    if (!data || receipt === undefined || own.some(({ ticket }) => ticket.id === data.ticket.id)) return []
    return { ticket: data.ticket, holder: { receipt }, bookings: data.bookings }
  })
  const all = [...own, ...byReceipt].map((one) => ({
    ...one,
    name: `${one.ticket.device} ${one.ticket.deviceModel}`.trim(),
    booking: one.bookings.find((booking) => booking.day === day.id),
  }))
  return {
    loading: me.isPending || mine.isLoading || bookings.isLoading || onReceipts.some(({ isLoading }) => isLoading),
    booked: all.flatMap(({ booking, holder, name }) => (booking ? [{ booking, holder, name }] : [])),
    tickets: all.flatMap(({ ticket, holder, name, booking }): BookableTicket[] =>
      !booking && isBookable(ticket) && day.kinds.includes(ticket.kind)
        ? [{ id: ticket.id, kind: ticket.kind, name, holder }]
        : [],
    ),
  }
}
