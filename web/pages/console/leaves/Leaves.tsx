import { Badge, Group, Stack, Text } from '@mantine/core'
import { Page } from '#web/components/Page.tsx'
import { Time } from '#web/components/Time.tsx'
import type { api } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText } from '#web/lib/time.ts'
import { PagedRows } from '#web/pages/console/PagedRows.tsx'
import { useLeaveWords } from './words.ts'

type Leave = Awaited<ReturnType<typeof api.leaves.list>>['list'][number]

export function Leaves() {
  const words = useLeaveWords()
  return (
    <Page title={words.title} about={words.about}>
      <PagedRows query={queries.leaves.list} empty={{ title: words.none, icon: 'leave', about: words.noneAbout }}>
        {(leave) => <LeaveRow key={leave.id} leave={leave} />}
      </PagedRows>
    </Page>
  )
}

function LeaveRow({ leave }: { leave: Leave }) {
  const words = useLeaveWords()
  const { member, reason, createdTime } = leave
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text>
          <Text span fw={600}>
            {member}
          </Text>{' '}
          · <LeaveDate week={leave.week} date={leave.date} /> · {words.shift(leave.shift)}
        </Text>
        <LeaveState leave={leave} />
      </Group>
      <Text {...(reason ? {} : { c: 'dimmed' })} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {reason || words.noReason}
      </Text>
      <Text variant="secondary">
        {words.asked} <Time at={createdTime} />
      </Text>
    </Stack>
  )
}

/** The day, or the original text if it could not be parsed. */
function LeaveDate({ week, date }: { week: string; date: string }) {
  const lang = useLang()
  const clock = useClock()
  return date ? <time dateTime={date}>{dayText(date, lang, clock)}</time> : <span>{week}</span>
}

function LeaveState({ leave: { date, substitute } }: { leave: Leave }) {
  const words = useLeaveWords()
  const clock = useClock()
  if (substitute) return <Badge>{words.substitute(substitute)}</Badge>
  if (!date)
    return (
      <Badge variant="default" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
        {words.asWritten}
      </Badge>
    )
  const over = date < clock.slice(0, 10)
  return (
    <Badge variant={over ? 'default' : 'light'} color={over ? 'gray' : 'orange'}>
      {over ? words.over : words.open}
    </Badge>
  )
}

export function Summaries() {
  const { summaries: words, shift: shiftName } = useLeaveWords()
  return (
    <Page title={words.title} about={words.about}>
      <PagedRows query={queries.conclusions.list} empty={{ title: words.none, icon: 'pencil', about: words.noneAbout }}>
        {({ id, member, week, shift, date, conclusion, createdTime }) => (
          <Stack key={id} gap={4}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>
                <LeaveDate week={week} date={date} /> · {shiftName(shift)}
              </Text>
              <Text variant="secondary">
                {member} · {words.written} <Time at={createdTime} />
              </Text>
            </Group>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{conclusion}</Text>
          </Stack>
        )}
      </PagedRows>
    </Page>
  )
}
