import { useQuery } from '@tanstack/react-query'
import { spanText } from '#client/repair-days.ts'
import type { DayBooking, PlannedDay } from '#contract/repair-days/day-fields.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { ScrollTable } from '#web/components/figures/ScrollTable.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { BookingRows } from '#web/components/repair-days/BookingRows.tsx'
import { useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { queries } from '#web/data/queries.ts'
import { DayTables } from './DayTables.tsx'
import { usePlanWords } from './words.ts'

export function Bookings({ day }: { day: PlannedDay }) {
  const words = usePlanWords()
  const bookings = useQuery(queries.repairDays.bookings(day.id))
  if (bookings.isPending) return <Loading />
  if (bookings.isError) return <LoadError error={bookings.error} retry={bookings.refetch} />
  const { list } = bookings.data
  return (
    <>
      {list.length === 0 ? <EmptyState title={words.nobody} icon="calendar" /> : <Places of={day} list={list} />}
      <DayTables day={day} what="bookings" />
      <BookingRows list={list} />
    </>
  )
}

const holdsPlace = ({ state }: DayBooking) => state === 'booked' || state === 'offered' || state === 'arrived'

/** How many places of each wave and kind are taken. */
function Places({ of: day, list }: { of: PlannedDay; list: readonly DayBooking[] }) {
  const words = usePlanWords()
  const kindName = useKindName()
  const rows = day.waves.map((wave) => ({
    key: wave.id,
    name: spanText(wave),
    cells: day.kinds.map((kind) => {
      const places = wave.places.find((one) => one.kind === kind)?.places ?? 0
      const taken = list.filter((one) => one.wave === wave.id && one.kind === kind && holdsPlace(one)).length
      return words.taken(taken, places)
    }),
  }))
  return (
    <ScrollTable
      height={420}
      aria-label={words.waves}
      heads={[words.heads.wave, ...day.kinds.map((kind) => kindName(kind) || String(kind))]}
      rows={rows}
    />
  )
}
