import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { textIn } from '#contract/languages.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { DaySpan, DayState } from '#web/components/repair-days/DayFacts.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useDates } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { usePlanWords } from './words.ts'

export const plansPage = `${pages.console}/events`

export function RepairDayPlans() {
  const words = usePlanWords()
  const days = useQuery(queries.repairDays.planned())
  if (days.isPending) return <Loading />
  if (days.isError) return <LoadError error={days.error} retry={days.refetch} />
  const { list } = days.data
  return (
    <Page title={words.title} about={words.about}>
      <MakeDay list={list} />
      {list.length === 0 ? (
        <EmptyState title={words.none} icon="calendar" about={words.noneAbout} />
      ) : (
        <Rows>
          {list.map((day) => (
            <DayRow key={day.id} of={day} />
          ))}
        </Rows>
      )}
    </Page>
  )
}

function DayRow({ of: day }: { of: PlannedDay }) {
  const words = usePlanWords()
  const lang = useLang()
  const { booked, waiting, arrived, missed } = day.bookings
  const over = day.state === 'closed'
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={2} miw={0}>
        <TextLink href={`${plansPage}/${day.id}`} fw={600} py={10}>
          {textIn(day.title, lang) || words.unnamed}
        </TextLink>
        <Text variant="secondary">
          <DaySpan {...day} /> · {over ? words.cameCounts(arrived, missed) : words.counts(booked + arrived, waiting)}
        </Text>
      </Stack>
      <DayState of={day.state} />
    </Group>
  )
}

/** Without an earlier one, a new day has these times. */
const usualTimes = { from: '14:00', until: '17:00' }

/** A draft from nothing, or from an earlier day. */
function MakeDay({ list }: { list: readonly PlannedDay[] }) {
  const words = usePlanWords()
  const lang = useLang()
  const { date: dateName } = useDates()
  const [, go] = useLocation()
  const [basis, setBasis] = useState(list[0]?.id ?? 0)
  const date = useText('from')
  const make = useAction({
    work: () => {
      const day = date.value.trim()
      return basis
        ? api.planner.copy({ id: basis, from: day })
        : api.planner.create({ from: `${day}T${usualTimes.from}`, until: `${day}T${usualTimes.until}` })
    },
    toast: words.made,
    onSuccess: async ({ id }) => {
      await invalidate('repairDays')
      go(`${plansPage}/${id}`)
    },
    fields: { from: words.date },
  })
  const known = [
    ...list.slice(0, 12).map((day) => ({
      value: day.id,
      label: `${words.like(textIn(day.title, lang) || words.unnamed)} · ${dateName(day.from)}`,
    })),
    { value: 0, label: words.nothing },
  ]
  return (
    <Card title={words.add}>
      <Form action={make} submit={words.make} onSubmit={() => make.submit()}>
        <Group align="flex-start" gap="sm">
          {list.length > 0 && (
            <SelectField label={words.basis} value={basis} data={known} onChange={setBasis} flex="1 1 22rem" />
          )}
          <Field action={make} type="date" {...date} />
        </Group>
      </Form>
    </Card>
  )
}
