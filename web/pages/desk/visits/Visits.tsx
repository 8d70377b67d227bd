import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ticketTypes } from '#contract/codes.ts'
import type { VisitState } from '#contract/counter/counter.ts'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { benchName } from '#contract/words/bench.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { useDates, useKindNames, useTeam } from '#web/data/hooks.ts'
import { queries, type Visit } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import { useLang } from '#web/lib/language.ts'
import { stepToRow } from '#web/lib/row-focus.ts'
import { useStore } from '#web/lib/store.ts'
import { timeOfDay } from '#web/lib/time.ts'
import { Arrive } from './Arrive.tsx'
import { mendedKinds, ownBench, type QueueActions, useQueueActions, waitingFor } from './queue-actions.ts'
import { type VisitAction, visitActions } from './visit-actions.ts'
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
  if (!visits.data) return <FailedPage title={words.title} query={visits} />
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
      <div role="status" className="news">
        {served && <ServedNotice key={served.id} of={served} />}
      </div>
      <ErrorAlert>{visiting.refused}</ErrorAlert>
      {list.length === 0 && <EmptyState title={words.empty} icon="people" about={words.emptyAbout} />}
      <KeepFocus>
        <Stack ref={rows} gap={20} className={css['sections'] ?? ''}>
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
        </Stack>
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

function CallNext({ list, of }: { list: readonly Visit[]; of: QueueActions }) {
  const words = useVisitWords()
  const own = useTeam().data?.kinds ?? []
  const kinds = [...Object.values(ticketTypes), ...own.map(({ id }) => id)]
  // Ignore kinds that the team no longer mends.
  const chosen = useStore(mendedKinds).filter((kind) => kinds.includes(kind))
  const count = waitingFor(list, chosen).length
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Button
          size="lg"
          w={{ base: '100%', sm: '24rem' }}
          loading={of.busy}
          disabled={count === 0}
          onClick={() => of.callNext(chosen)}
        >
          {count === 0 ? words.next : words.nextOf(count)}
        </Button>
        <CallSettings kinds={kinds} chosen={chosen} />
      </Stack>
    </Paper>
  )
}

/** Chosen once a day: folded as soon as they are known, so that the queue is in sight. */
function CallSettings({ kinds, chosen }: { kinds: readonly number[]; chosen: readonly number[] }) {
  const words = useVisitWords()
  const kindName = useKindNames()
  const lang = useLang()
  const bench = useStore(ownBench)
  const [isNew] = useState(chosen.length === 0 && bench === '')
  const nameOf = (kind: number) => kindName({ type: kind, kind })
  return (
    <details open={isNew}>
      <summary>
        {words.settings([benchName(lang, bench.trim()), ...chosen.map(nameOf)].filter(Boolean).join(' · '))}
      </summary>
      <SimpleGrid cols={{ base: 1, sm: 2 }} pt="xs">
        <Choice
          legend={words.mends}
          about={words.mendsAbout}
          name="mends"
          many
          options={kinds.map((kind) => ({ value: kind, label: nameOf(kind) }))}
          chosen={chosen}
          onChange={mendedKinds.choose}
        />
        <TextInput
          label={words.bench}
          description={words.benchAbout}
          name="bench"
          value={bench}
          maxLength={limits.bench}
          autoComplete="off"
          onChange={({ currentTarget }) => ownBench.choose(currentTarget.value)}
        />
      </SimpleGrid>
    </details>
  )
}

function VisitRow({ visit, of }: { visit: Visit; of: QueueActions }) {
  const words = useVisitWords()
  const { ago } = useDates()
  const kindName = useKindNames()
  const lang = useLang()
  const { id, number, device, owner, state, kind, since, mine, calledBy, bench } = visit
  const caller = (state === 'called' || state === 'served') && calledBy
  const facts = [
    kindName({ type: kind, kind }),
    owner,
    caller && (mine ? words.byMe : words.calledBy(calledBy)),
    caller && benchName(lang, bench),
  ]
  return (
    <div className={css['row']} data-visit={id} data-state={state} data-mine={mine}>
      <b className={css['number']}>{number}</b>
      <div className={css['who']}>
        <Link href={`${pages.desk}/tickets/${id}`}>{device}</Link>
        <span>
          {facts.filter(Boolean).join(' · ')} ·{' '}
          <time dateTime={since.slice(0, 19)} title={timeOfDay(since)}>
            {ago(since)}
          </time>
        </span>
      </div>
      <Group className={css['acts'] ?? ''} gap="xs">
        {visitActions[state].map((act, place) => (
          <Button
            key={act}
            variant={place > 0 ? 'default' : state === 'called' ? 'filled' : 'light'}
            aria-label={words.of(words.acts[act], number)}
            disabled={of.busy}
            onClick={() => of.run(act, visit)}
          >
            {words.acts[act]}
          </Button>
        ))}
      </Group>
    </div>
  )
}

function useVisitKeys(rows: RefObject<HTMLElement | null>, list: readonly Visit[], of: QueueActions): void {
  const step = (by: 1 | -1) => stepToRow(rows.current, '[data-visit]', 'a', by)
  const chosenVisit = (): Visit | undefined => {
    const focused = Number(document.activeElement?.closest<HTMLElement>('[data-visit]')?.dataset['visit'])
    return list.find(({ id }) => id === focused) ?? list.findLast(({ state, mine }) => state === 'called' && mine)
  }
  /** A shortcut does only what has a button. */
  const does = (act: VisitAction) => () => {
    const visit = chosenVisit()
    if (visit && visitActions[visit.state].includes(act)) of.run(act, visit)
  }
  useKeys({
    n: () => of.callNext(mendedKinds.get()),
    c: does('call'),
    h: does('served'),
    s: does('skipped'),
    g: does('gone'),
    b: does('waiting'),
    j: () => step(1),
    k: () => step(-1),
    '/': () => document.querySelector<HTMLElement>('[name=ticket]')?.focus(),
  })
}
