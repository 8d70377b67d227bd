import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { VisitState } from '#contract/counter/counter.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { queries, type Visit } from '#web/data/queries.ts'
import { Arrive } from './Arrive.tsx'
import { CallNext } from './CallNext.tsx'
import { useVisitKeys } from './keys.ts'
import { useQueueActions } from './queue-actions.ts'
import { VisitRow } from './VisitRow.tsx'
import css from './visits.module.css'
import { useVisitWords } from './words.ts'

const order = ['called', 'waiting', 'skipped', 'served', 'gone'] as const satisfies readonly VisitState[]

export function Visits() {
  const words = useVisitWords()
  const visits = useQuery(queries.visits.today())
  if (visits.isPaused && !visits.data)
    return (
      <Page title={words.title}>
        <EmptyState title={words.offline} icon="people" about={words.offlineAbout} />
      </Page>
    )
  if (visits.isPending) return <Loading />
  if (!visits.data)
    return (
      <Page title={words.title}>
        <LoadError error={visits.error} retry={visits.refetch} />
      </Page>
    )
  return <VisitQueue list={visits.data.list} />
}

function VisitQueue({ list }: { list: readonly Visit[] }) {
  const words = useVisitWords()
  const [served, setServed] = useState<Visit>()
  const rows = useRef<HTMLDivElement>(null)
  const visiting = useQueueActions((visit) => setServed(visit.state === 'served' ? visit : undefined))
  useVisitKeys(rows, list, visiting)
  const waiting = list.filter(({ state }) => state === 'waiting').length
  const sections = order
    .map((state) => ({ state, visits: list.filter((visit) => visit.state === state) }))
    .filter(({ visits }) => visits.length > 0)
  return (
    <Page title={words.title} about={words.about(waiting)} action={<KeyHelp keys={words.keys} />}>
      <CallNext list={list} of={visiting} />
      <div role="status" className={css['news']}>
        {served && <ServedNotice key={served.id} of={served} />}
      </div>
      <ErrorAlert>{visiting.refused}</ErrorAlert>
      {list.length === 0 && <EmptyState title={words.empty} icon="people" about={words.emptyAbout} />}
      <KeepFocus>
        <div ref={rows} className={css['sections']}>
          {sections.map(({ state, visits }) => (
            <section key={state} aria-label={words.sections[state]}>
              <h2>
                {words.sections[state]} <span className={css['count']}>{visits.length}</span>
              </h2>
              <Rows>
                {visits.map((visit) => (
                  <VisitRow key={visit.id} visit={visit} of={visiting} />
                ))}
              </Rows>
            </section>
          ))}
        </div>
      </KeepFocus>
      <Arrive />
    </Page>
  )
}

const focusOn = (link: HTMLAnchorElement | null) => link?.focus()

function ServedNotice({ of: { id, number, device } }: { of: Visit }) {
  const words = useVisitWords()
  return (
    <Group className={css['served'] ?? ''}>
      <Text fw={600}>{words.servedNow(number, device)}</Text>
      <LinkButton variant="filled" href={`${pages.desk}/tickets/${id}`} ref={focusOn}>
        {words.open(id)}
      </LinkButton>
    </Group>
  )
}
