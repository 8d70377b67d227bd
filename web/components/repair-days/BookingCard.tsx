import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Holder } from '#client/booking-calls.ts'
import { bookingEnds, bookingTitles, hasFree, isEndable, isToday, openWaves, spanText } from '#client/repair-days.ts'
import type { OwnBooking } from '#contract/repair-days/day-fields.ts'
import { type Action, useAction } from '#web/components/action.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Time } from '#web/components/Time.tsx'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { repairDayAddress } from './address.ts'
import { callsOfHolder, reloadBookings } from './calls.ts'
import { WhenAndWhere } from './DayFacts.tsx'
import { useRepairDayWords } from './words.ts'

interface Props {
  of: OwnBooking
  holder: Holder
  /** The device, where the page does not name it. */
  device?: string
}

/** A booking with everything that its owner can do, each in one tap. */
export function BookingCard({ of: booking, holder, device }: Props) {
  const words = useRepairDayWords()
  const { state, from, until } = booking
  const day = useQuery(queries.repairDays.info(booking.day)).data
  const when = from ? { from, until } : { from: day?.from ?? '', until: day?.until ?? '' }
  return (
    <Card
      title={words[bookingTitles[state]]}
      about={
        <TextLink href={repairDayAddress(booking.day)} inherit>
          {booking.title}
        </TextLink>
      }
    >
      {device && <Text fw={600}>{device}</Text>}
      {when.from && <WhenAndWhere of={{ ...booking, ...when }} />}
      <BookingText of={booking} />
      <KeepFocus>
        <Stack>
          <BookingActions of={booking} holder={holder} />
        </Stack>
      </KeepFocus>
    </Card>
  )
}

function BookingText({ of: { state, from, until, ahead, offeredUntil, number } }: { of: OwnBooking }) {
  const words = useRepairDayWords()
  if (state === 'booked') return <Text>{words.hasPlaceAbout}</Text>
  if (state === 'arrived')
    return (
      <>
        {number && <Text fw={600}>{words.number(number)}</Text>}
        <Text>{words.arrivedAbout}</Text>
      </>
    )
  if (state === 'offered')
    return (
      <Text>
        <Lead text={words.offeredUntil}>
          <strong>
            <Time at={offeredUntil} />
          </strong>
        </Lead>
      </Text>
    )
  if (state !== 'waiting') return null
  return (
    <Stack gap={4} align="flex-start">
      <Badge>{from ? spanText({ from, until }) : words.anyWave}</Badge>
      <Text>
        <Lead text={words.waitsAhead(ahead)}>{words.waitsAbout}</Lead>
      </Text>
    </Stack>
  )
}

function BookingActions({ of: booking, holder }: Omit<Props, 'device'>) {
  const words = useRepairDayWords()
  const { day, state, wave } = booking
  const calls = callsOfHolder(holder)
  const [label, done] = isEndable(state) ? bookingEnds[state].map((name) => words[name]) : []
  const unbook = useAction({ work: () => calls.unbook(day), toast: done ?? '', onSettled: reloadBookings })
  const take = useAction({ work: () => calls.book(day, wave), toast: words.taken, onSettled: reloadBookings })
  const arrive = useAction({
    work: () => calls.arrive(day),
    toast: ({ number }: { number: string }) => words.number(number),
    onSettled: reloadBookings,
  })
  const clock = useClock()
  if (!label) return null
  return (
    <>
      <ErrorAlert>{arrive.formError ?? take.formError ?? unbook.formError}</ErrorAlert>
      <Group gap="xs">
        {state === 'booked' && isToday(booking, clock) && <Filled action={arrive} label={words.arrive} />}
        {state === 'offered' && <Filled action={take} label={words.take} />}
        <Button variant="default" loading={unbook.busy} onClick={() => unbook.submit()}>
          {label}
        </Button>
      </Group>
      {state !== 'offered' && <ChangeWave of={booking} holder={holder} />}
    </>
  )
}

function Filled({ action, label }: { action: Action<void>; label: string }) {
  return (
    <Button loading={action.busy} onClick={() => action.submit()}>
      {label}
    </Button>
  )
}

/** Each button asks for another wave at once. A booking stays as it is if the place was taken in the meantime. */
function ChangeWave({ of: { day, kind, wave, state }, holder }: Omit<Props, 'device'>) {
  const words = useRepairDayWords()
  const waves = openWaves(useQuery(queries.repairDays.info(day)).data?.waves ?? [], kind, useClock())
  const change = useAction({
    work: (to: number) => callsOfHolder(holder).book(day, to),
    toast: ({ state: next }) => (state === 'waiting' && next === 'booked' ? words.booked : words.changed),
    onSettled: reloadBookings,
  })
  const others = waves.filter((one) => one.id !== wave && hasFree([one], kind, one.id))
  const any = state === 'waiting' && wave > 0
  if (others.length === 0 && !any) return <ErrorAlert>{change.formError}</ErrorAlert>
  return (
    <Stack gap="xs" role="group" aria-label={words.change}>
      <Text size="sm" fw={600} aria-hidden="true">
        {words.change}
      </Text>
      <ErrorAlert>{change.formError}</ErrorAlert>
      <Group gap="xs">
        {any && (
          <Button variant="default" loading={change.busy} onClick={() => change.submit(0)}>
            {words.any}
          </Button>
        )}
        {others.map((one) => (
          <Button key={one.id} variant="default" loading={change.busy} onClick={() => change.submit(one.id)}>
            {spanText(one)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
