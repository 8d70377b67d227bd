import { useQuery } from '@tanstack/react-query'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { DaySpan } from '#web/components/repair-days/DayFacts.tsx'
import { useMemberDayWords } from '#web/components/repair-days/member-words.ts'
import { TaskRows } from '#web/components/repair-days/TaskRows.tsx'
import { useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { MyHelp } from './MyHelp.tsx'

export function DeskRepairDays() {
  const words = useMemberDayWords()
  const days = useQuery(queries.repairDays.helping())
  if (days.isPending) return <Loading />
  if (!days.data) return <FailedPage title={words.title} query={days} />
  const { list } = days.data
  return (
    <Page title={words.title} about={words.about}>
      <MyTasks />
      {list.length === 0 && <EmptyState title={words.none} icon="calendar" about={words.noneAbout} />}
      {list.map((day) => (
        <HelpCard key={day.id} of={day} />
      ))}
    </Page>
  )
}

function MyTasks() {
  const words = useMemberDayWords()
  const member = useMe().data?.member?.id
  const tasks = useQuery(queries.repairDays.tasks()).data?.list ?? []
  const mine = tasks.filter((task) => task.member === member)
  if (mine.length === 0) return null
  return (
    <Card title={words.tasks}>
      <TaskRows list={mine} named />
    </Card>
  )
}

function HelpCard({ of: day }: { of: DayHelpers }) {
  const words = useMemberDayWords()
  return (
    <Card
      title={day.title}
      about={
        <>
          <DaySpan {...day} />
          {day.place && ` · ${day.place}`}
        </>
      }
    >
      <MyHelp of={day} />
      <div>
        <LinkButton href={`/desk/events/${day.id}`}>{words.open}</LinkButton>
      </div>
    </Card>
  )
}
