import { Anchor, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { Failure } from '#contract/client.ts'
import { textIn } from '#contract/languages.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { repairDayAddress } from '#web/components/repair-days/address.ts'
import { DaySpan, DayState } from '#web/components/repair-days/DayFacts.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import { Bookings } from './Bookings.tsx'
import { CheckList } from './CheckList.tsx'
import { Helpers } from './Helpers.tsx'
import { Paper } from './Paper.tsx'
import { PlanForm } from './PlanForm.tsx'
import { isAnnounced } from './plan-part.ts'
import { plansPage } from './RepairDayPlans.tsx'
import { usePlanWords } from './words.ts'

const views = ['plan', 'coming', 'helpers', 'tasks', 'paper'] as const
type View = (typeof views)[number]

export function RepairDayPlan() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? <LoadedPlan key={id} id={Number(id)} /> : <NotFound />
}

function LoadedPlan({ id }: { id: number }) {
  const words = usePlanWords()
  const lang = useLang()
  const [search, setSearch] = useSearchParams()
  const plan = useQuery(queries.repairDays.plan(id))
  if (plan.isPending) return <Loading />
  if (plan.error instanceof Failure && plan.error.status === 404 && !plan.data) return <NotFound />
  if (!plan.data) return <FailedPage title={words.title} query={plan} />
  const day = plan.data
  const view = views.find((one) => one === search.get('view')) ?? 'plan'
  const show = (next: View) => confirmUnsaved(() => setSearch(next === 'plan' ? {} : { view: next }, { replace: true }))
  return (
    <Page
      title={textIn(day.title, lang) || words.unnamed}
      about={
        <Group gap="sm">
          <DayState of={day.state} />
          <Text span>
            <DaySpan {...day} />
          </Text>
          <Anchor component={Link} href={plansPage} py={10} underline="always">
            {words.back}
          </Anchor>
        </Group>
      }
    >
      <DayActions of={day} />
      <SegmentedChoice<View>
        aria-label={words.view}
        value={view}
        onChange={show}
        data={views.map((value) => ({ value, label: words.views[value] }))}
      />
      {view === 'plan' && <PlanForm key={day.version} day={day} />}
      {view === 'coming' && <Bookings day={day} />}
      {view === 'helpers' && <Helpers day={day} />}
      {view === 'tasks' && <CheckList day={day} />}
      {view === 'paper' && <Paper day={day} />}
    </Page>
  )
}

/** What can be done with the whole day in its state. */
function DayActions({ of: day }: { of: PlannedDay }) {
  const { id, state } = day
  const words = usePlanWords()
  const [, go] = useLocation()
  const [repeating, setRepeating] = useState(false)
  const onSettled = () => invalidate('repairDays', 'duty')
  const announce = useAction({
    work: () => api.planner.announce({ id }),
    toast: words.announced,
    onSettled,
    fields: { title: words.names, place: words.place },
  })
  const cancel = useAction({ work: () => api.planner.cancel({ id }), toast: words.cancelled, onSettled })
  const close = useAction({ work: () => api.planner.close({ id }), toast: words.closed, onSettled })
  const remove = useAction({
    work: () => api.planner.remove({ id }),
    toast: words.removed,
    onSuccess: () => {
      go(plansPage)
      return onSettled()
    },
  })
  const coming = isAnnounced(day)
  const failed = [announce, cancel, close, remove].find(({ errorText }) => errorText)
  return (
    <>
      <Group gap="xs">
        {state === 'draft' && <ActionButton action={announce}>{words.announce}</ActionButton>}
        {state !== 'draft' && <LinkButton href={repairDayAddress(id)}>{words.page}</LinkButton>}
        {state === 'closed' && <LinkButton href={`${repairDayAddress(id)}/report`}>{words.report}</LinkButton>}
        <Button variant="default" aria-expanded={repeating} onClick={() => setRepeating(!repeating)}>
          {words.repeat}
        </Button>
        {coming && (
          <ConfirmButton label={words.close} action={close} variant="default" question={words.closeQuestion} />
        )}
        {coming && (
          <ConfirmButton label={words.cancel} action={cancel} variant="subtle" question={words.cancelQuestion} />
        )}
        {state === 'draft' && <ConfirmButton label={words.remove} action={remove} variant="subtle" />}
      </Group>
      <ErrorAlert>{failed?.errorText}</ErrorAlert>
      {repeating && <Repeat id={id} done={() => setRepeating(false)} />}
    </>
  )
}

function Repeat({ id, done }: { id: number; done: () => void }) {
  const words = usePlanWords()
  const [every, setEvery] = useState<'month' | 'fortnight'>('month')
  const [count, setCount] = useState('3')
  const repeat = useAction({
    work: () => api.planner.repeat({ id, every, count: Number(count) }),
    toast: ({ ids }) => words.repeated(ids.length),
    onSuccess: async () => {
      await invalidate('repairDays')
      done()
    },
    fields: { count: words.count },
  })
  return (
    <Card title={words.repeat}>
      <Form action={repeat} submit={words.repeatMake} onSubmit={() => repeat.submit()} onBack={done}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} maw="32rem">
          <SelectField
            label={words.every}
            value={every}
            data={(['month', 'fortnight'] as const).map((value) => ({ value, label: words.often[value] }))}
            onChange={setEvery}
          />
          <Field action={repeat} name="count" value={count} onText={setCount} inputMode="numeric" />
        </SimpleGrid>
      </Form>
    </Card>
  )
}
