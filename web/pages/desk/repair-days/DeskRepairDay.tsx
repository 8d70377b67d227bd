import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Failure } from '#contract/client.ts'
import type { DayBooking } from '#contract/repair-days/day-fields.ts'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { BookingRows } from '#web/components/repair-days/BookingRows.tsx'
import { DaySpan, useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { useMemberDayWords } from '#web/components/repair-days/member-words.ts'
import { TaskRows } from '#web/components/repair-days/TaskRows.tsx'
import { useRowAction } from '#web/components/row-action.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useClock, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { MyHelp } from './MyHelp.tsx'

export function DeskRepairDay() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? <LoadedDay key={id} id={Number(id)} /> : <NotFound />
}

function LoadedDay({ id }: { id: number }) {
  const words = useMemberDayWords()
  const day = useQuery(queries.repairDays.helpers(id))
  if (day.isPending) return <Loading />
  if (day.error instanceof Failure && day.error.status === 404 && !day.data) return <NotFound />
  const back = <LinkButton href="/desk/events">{words.back}</LinkButton>
  if (!day.data) return <FailedPage title={words.title} query={day} back={back} />
  const { title, place } = day.data
  return (
    <Page
      title={title}
      about={
        <>
          <DaySpan {...day.data} />
          {place && ` · ${place}`}
        </>
      }
      action={back}
    >
      <Bookings of={day.data} />
      <Card title={words.help}>
        <MyHelp of={day.data} />
      </Card>
      <Tasks id={id} />
    </Page>
  )
}

function Tasks({ id }: { id: number }) {
  const words = useMemberDayWords()
  const tasks = useQuery(queries.repairDays.tasks(id)).data?.list ?? []
  if (tasks.length === 0) return null
  return (
    <Card title={words.tasksOfDay}>
      <TaskRows list={tasks} />
    </Card>
  )
}

/** All kinds. */
const all = -1

/** Who comes, by kind: members say what they would like to repair, and that someone has arrived. */
function Bookings({ of: day }: { of: DayHelpers }) {
  const words = useMemberDayWords()
  const kindName = useKindName()
  const bookings = useQuery(queries.repairDays.bookings(day.id))
  const [kind, setKind] = useState(all)
  const acts = useBookingActions(day.id)
  const today = useClock().slice(0, 10) === day.from.slice(0, 10)
  if (bookings.isPending) return <Loading />
  if (bookings.isError) return <LoadError error={bookings.error} retry={bookings.refetch} />
  const { list } = bookings.data
  if (list.length === 0) return <EmptyState title={words.noBookings} icon="people" />
  const kinds = [...new Set(list.map((one) => one.kind))].toSorted((a, b) => a - b)
  return (
    <>
      {kinds.length > 1 && (
        <Choice
          legend={words.kind}
          name="kind"
          options={[all, ...kinds].map((value) => ({
            value,
            label: value === all ? words.allKinds : kindName(value),
          }))}
          chosen={[kind]}
          onChange={([one = all]) => setKind(one)}
          chips
        />
      )}
      <ErrorAlert>{acts.lostError(list)}</ErrorAlert>
      <KeepFocus>
        <BookingRows
          list={kind === all ? list : list.filter((one) => one.kind === kind)}
          beside={(booking) => <Actions of={booking} acts={acts} today={today && day.state !== 'closed'} />}
        />
      </KeepFocus>
    </>
  )
}

function useBookingActions(id: number) {
  const words = useMemberDayWords()
  const onSettled = () => invalidate('repairDays', 'visits')
  const arrive = useRowAction({
    work: (ticket) => api.counter.arrive({ id: ticket }),
    toast: ({ number }) => words.number(number),
    onSettled,
  })
  const wish = useRowAction({ work: (ticket) => api.repairDays.wish({ id, ticket, wish: true }), onSettled })
  const unwish = useRowAction({ work: (ticket) => api.repairDays.wish({ id, ticket, wish: false }), onSettled })
  return {
    ...{ arrive, wish, unwish },
    lostError: (list: readonly DayBooking[]) =>
      list.flatMap(({ ticket }) => arrive.errorOf(ticket) ?? wish.errorOf(ticket) ?? unwish.errorOf(ticket) ?? [])[0],
  }
}

interface ActionsProps {
  of: DayBooking
  acts: ReturnType<typeof useBookingActions>
  today: boolean
}

function Actions({ of: { ticket, device, state, wishes }, acts, today }: ActionsProps) {
  const words = useMemberDayWords()
  const member = useMe().data?.member?.id
  const mine = wishes.some(({ id }) => id === member)
  const wish = mine ? acts.unwish : acts.wish
  return (
    <Group gap="xs">
      {today && state === 'booked' && (
        <Button
          aria-label={words.arrivedOf(device)}
          loading={acts.arrive.isBusyAt(ticket)}
          onClick={() => acts.arrive.submit(ticket)}
        >
          {words.arrived}
        </Button>
      )}
      {(state === 'booked' || state === 'offered' || state === 'arrived') && (
        <Button
          variant="default"
          aria-label={mine ? words.unwishOf(device) : words.wishOf(device)}
          loading={wish.isBusyAt(ticket)}
          onClick={() => wish.submit(ticket)}
        >
          {mine ? words.unwish : words.wish}
        </Button>
      )}
    </Group>
  )
}
