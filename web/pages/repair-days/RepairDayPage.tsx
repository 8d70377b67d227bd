import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { spanText } from '#client/repair-days.ts'
import { Failure } from '#contract/client.ts'
import type { RepairDay } from '#contract/repair-days/day-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { Columns } from '#web/components/Columns.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { DayState, Fact, useKindName, WhenAndWhere } from '#web/components/repair-days/DayFacts.tsx'
import { useRepairDayWords } from '#web/components/repair-days/words.ts'
import { queries } from '#web/data/queries.ts'
import { useKeepOnExpiry } from '#web/data/session-expired.ts'
import { BookDay } from './BookDay.tsx'
import css from './repair-days.module.css'

export function RepairDayPage() {
  const { id = '' } = useParams()
  useKeepOnExpiry('user')
  return /^[1-9]\d{0,14}$/.test(id) ? <LoadedDay key={id} id={Number(id)} /> : <NotFound />
}

function LoadedDay({ id }: { id: number }) {
  const words = useRepairDayWords()
  const day = useQuery(queries.repairDays.info(id))
  if (day.isPending) return <Loading />
  if (day.error instanceof Failure && day.error.status === 404 && !day.data) return <NotFound />
  const others = <LinkButton href={pages.repairDays}>{words.others}</LinkButton>
  if (!day.data) return <FailedPage title={words.title} query={day} back={others} />
  return (
    <Page title={day.data.title} action={<DayState of={day.data.state} />}>
      <Columns
        beside={
          <>
            <Refused of={day.data} />
            <Waves of={day.data} />
          </>
        }
      >
        <Facts of={day.data} />
        <BookDay of={day.data} />
      </Columns>
    </Page>
  )
}

function Facts({ of: day }: { of: RepairDay }) {
  const words = useRepairDayWords()
  const kindName = useKindName()
  return (
    <Card title={words.facts} alone>
      {day.state === 'cancelled' && <Text fw={600}>{words.cancelled}</Text>}
      {day.state === 'closed' && <Text fw={600}>{words.over}</Text>}
      <WhenAndWhere of={day} />
      {day.kinds.length > 0 && <Fact icon="wrench">{day.kinds.map(kindName).join(' · ')}</Fact>}
      {day.about && <Text className={css['told'] ?? ''}>{day.about}</Text>}
    </Card>
  )
}

function Refused({ of: { refused } }: { of: RepairDay }) {
  const words = useRepairDayWords()
  if (refused.length === 0) return null
  return (
    <Card title={words.refused} about={words.refusedAbout}>
      <Rows>
        {refused.map(({ what, where }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand there twice, and the list does not change
          <Stack key={i} gap={2}>
            <Text fw={600}>{what}</Text>
            {where && <Text variant="secondary">{words.goTo(where)}</Text>}
          </Stack>
        ))}
      </Rows>
    </Card>
  )
}

function Waves({ of: { waves, state, kinds } }: { of: RepairDay }) {
  const words = useRepairDayWords()
  const kindName = useKindName()
  if (waves.length === 0 || state === 'closed' || state === 'cancelled') return null
  return (
    <Card title={words.waves} about={words.wavesAbout}>
      <Rows>
        {waves.map((wave) => (
          <Stack key={wave.id} gap={2}>
            <Text fw={600}>{spanText(wave)}</Text>
            {wave.places.map(({ kind, free, waiting }) => (
              <Text key={kind} variant="secondary">
                {kinds.length > 1 && `${kindName(kind)} · `}
                {free > 0 ? words.free(free) : words.full}
                {waiting > 0 && ` · ${words.waiting(waiting)}`}
              </Text>
            ))}
          </Stack>
        ))}
      </Rows>
    </Card>
  )
}
