import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { type Action, useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { DeletedAlert, LoadError } from '#web/components/errors.tsx'
import { Field, Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { Page } from '#web/components/Page.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { useWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { queries, type Roster } from '#web/data/queries.ts'
import { Coverage } from './Coverage.tsx'
import { PrintedWeek } from './PrintedWeek.tsx'
import { invalidateRosters, RosterState, rostersPage } from './Rosters.tsx'
import { RosterWeekEditor } from './RosterWeek.tsx'
import { isSameSheet, type RosterContext, type RosterSheet, shiftsIn } from './sheet.ts'
import css from './week.module.css'
import { useRosterWords } from './words.ts'

export function RosterEditor() {
  const words = useRosterWords()
  const { id } = useParams()
  const [search] = useSearchParams()
  const rosters = useQuery(queries.rosters.list())
  const settings = useSettings()
  const members = useQuery(queries.members.list({ count: 1000 }))
  const [last, setLast] = useState<Roster>()
  const failed = rosters.error ?? settings.error ?? members.error
  if (failed)
    return (
      <LoadError error={failed} retry={() => Promise.all([rosters.refetch(), settings.refetch(), members.refetch()])} />
    )
  if (!rosters.data || !settings.data || !members.data) return <Loading />
  const found = (wanted: string | null | undefined) => rosters.data.list.find((one) => String(one.id) === wanted)
  const now = found(id)
  // A roster that is open stays on the page when another person deletes it.
  if (now && now !== last) setLast(now)
  const roster = now ?? (String(last?.id) === id ? last : undefined)
  if (id !== 'new' && !roster) return <NotFound />
  const copied = found(search.get('from'))
  const { timetable, minimumPerShift } = settings.data
  const known: RosterContext = {
    timetable,
    minimum: minimumPerShift,
    members: members.data.list.filter(({ active }) => active).map(({ name }) => name),
  }
  return (
    <RosterForm
      key={`${id} ${copied?.id}`}
      roster={roster}
      deleted={roster !== now}
      current={roster !== undefined && roster.id === rosters.data.current}
      begin={roster ?? { name: copied ? words.copyName(copied.name) : '', sheet: copied?.sheet ?? [] }}
      known={known}
    />
  )
}

interface RosterFormProps {
  roster: Roster | undefined
  deleted: boolean
  current: boolean
  begin: { readonly name: string; readonly sheet: RosterSheet }
  known: RosterContext
}

function RosterForm(props: RosterFormProps) {
  const { deleted, current, known } = props
  const words = useRosterWords()
  const { roster, name, setName, sheet, setSheet, changed, save } = useRosterForm(props)
  const shifts = shiftsIn(known.timetable, sheet)
  const print = sheet.length > 0 && (
    <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
      {words.print}
    </Button>
  )
  const back = (
    <Group gap="sm">
      <RosterState current={current} />
      <Anchor component={Link} href={rostersPage}>
        {words.back}
      </Anchor>
    </Group>
  )
  return (
    <Page title={roster ? roster.name : words.add} action={print} about={back}>
      {deleted && <DeletedAlert>{words.deleted}</DeletedAlert>}
      {shifts.length === 0 ? (
        <EmptyState
          title={words.noTimetable}
          icon="clock"
          about={words.noTimetableAbout}
          action={<LinkButton href={`${pages.console}/settings/opening#shifts`}>{words.toSettings}</LinkButton>}
        />
      ) : (
        <div className={css['editor']}>
          <Form
            action={save}
            submit={current ? words.save : words.saveActive}
            onSubmit={() => save.submit({ activate: !current })}
            changed={changed && !save.done}
            beside={
              <Group>
                {!current && (
                  <Button variant="default" loading={save.busy} onClick={() => save.submit({ activate: false })}>
                    {words.saveDraft}
                  </Button>
                )}
                {changed && (
                  <Text variant="secondary" role="status">
                    {words.changed}
                  </Text>
                )}
              </Group>
            }
          >
            <Field action={save} name="name" value={name} onText={setName} about={words.nameAbout} />
            <Card title={words.week} about={words.hint}>
              <RosterWeekEditor sheet={sheet} change={setSheet} shifts={shifts} known={known} />
            </Card>
            <Coverage sheet={sheet} known={known} />
            <PrintedWeek name={name} sheet={sheet} shifts={shifts} known={known} />
          </Form>
        </div>
      )}
    </Page>
  )
}

function useRosterForm({ roster: given, begin: shown, deleted }: RosterFormProps) {
  const words = useRosterWords()
  const { saved } = useWords()
  const [, go] = useLocation()
  // Keep the version that was opened: the service reports newer ones on saving.
  const [{ roster, begin }] = useState({ roster: given, begin: shown })
  const [name, setName] = useState(begin.name)
  const [sheet, setSheet] = useState(begin.sheet)
  const save: Action<{ readonly activate: boolean }> = useAction({
    work: async ({ activate }) => {
      const input = { name: name.trim(), sheet: sheet.map((slot) => ({ ...slot, workers: [...slot.workers] })) }
      if (!roster || deleted) return api.rosters.create({ ...input, activate })
      await api.rosters.update({ id: roster.id, version: roster.version, ...input })
      return activate ? api.rosters.activate({ id: roster.id }) : {}
    },
    toast: (_, { activate }) => (activate ? words.activated : saved),
    onSuccess: async () => {
      await invalidateRosters()
      go(rostersPage)
    },
    fields: { name: words.name },
  })
  const changed = name !== begin.name || !isSameSheet(sheet, begin.sheet)
  return { roster, name, setName, sheet, setSheet, changed, save }
}
