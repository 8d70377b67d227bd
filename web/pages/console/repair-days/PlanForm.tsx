import { Button, Group, Input, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ticketTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { Field, Form, fieldsOf, TextField } from '#web/components/Form.tsx'
import { useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useTeam } from '#web/data/hooks.ts'
import { changesIn } from '#web/data/merge.ts'
import { LanguageFields, RemovableRows } from '#web/pages/console/settings/fields.tsx'
import { inputOf, type PlanDraft, planDraftOf } from './plan-draft.ts'
import type { PlanPart } from './plan-part.ts'
import { WaveFields } from './WaveFields.tsx'
import { usePlanWords } from './words.ts'

export function PlanForm({ day }: { day: PlannedDay }) {
  const { save: label, saved } = useWords()
  const [read] = useState(() => planDraftOf(day))
  const [draft, setDraft] = useState(read)
  const changes = changesIn(inputOf(read), inputOf(draft))
  const save = useAction({
    work: () => api.planner.update({ id: day.id, version: day.version, ...changes }),
    toast: saved,
    onSuccess: () => invalidate('repairDays', 'duty'),
    fields: useFieldNames(),
  })
  const changed = Object.keys(changes).length > 0
  const fixed = day.state === 'closed' || day.state === 'cancelled'
  const parts = { draft, action: save, set: (to: Partial<PlanDraft>) => setDraft({ ...draft, ...to }) }
  return (
    <fieldset disabled={fixed}>
      <Form
        action={save}
        submit={label}
        onSubmit={() => save.submit()}
        changed={changed && !save.done}
        disabled={!changed || fixed}
      >
        <TitleFields {...parts} />
        <TimeFields {...parts} />
        <KindFields {...parts} />
        <WaveFields {...parts} />
        <RefusedFields {...parts} />
        <OtherFields {...parts} />
      </Form>
    </fieldset>
  )
}

function useFieldNames(): Record<string, string> {
  const words = usePlanWords()
  return {
    'title.zh_CN': words.title_zh,
    'title.en_US': words.title_en,
    'about.zh_CN': words.about_zh,
    'about.en_US': words.about_en,
    'place.name.zh_CN': words.place_zh,
    'place.name.en_US': words.place_en,
    'place.map': words.map,
    date: words.date,
    from: words.from,
    until: words.until,
    kinds: words.kinds,
    refused: words.refused,
    waves: words.waves,
    walkInPercent: words.walkIn,
    offerHours: words.offerHours,
    helpUntil: words.helpUntil,
    publish: words.publish,
  }
}

function TitleFields({ draft, action, set }: PlanPart) {
  const words = usePlanWords()
  const { about } = draft
  return (
    <Card title={words.names}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LanguageFields
          form={action}
          name="title"
          texts={draft.title}
          change={(title) => set({ title })}
          maxLength={limits.device}
        />
        {(['zh_CN', 'en_US'] as const).map((lang) => (
          <TextField
            key={lang}
            action={action}
            name={`about.${lang}`}
            value={about[lang]}
            onText={(text) => set({ about: { ...about, [lang]: text } })}
            rows={2}
          />
        ))}
      </SimpleGrid>
    </Card>
  )
}

function TimeFields({ draft, action, set }: PlanPart) {
  const words = usePlanWords()
  const field = fieldsOf(action, draft, set)
  const { place } = draft
  return (
    <Card title={words.when}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} maw="40rem">
        <Field {...field('date')} type="date" />
        <Field {...field('from')} type="time" />
        <Field {...field('until')} type="time" />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LanguageFields
          form={action}
          name="place.name"
          texts={place.name}
          change={(name) => set({ place: { ...place, name } })}
        />
        <Field
          action={action}
          name="place.map"
          value={place.map}
          onText={(map) => set({ place: { ...place, map } })}
          about={words.placeAbout}
          autoComplete="off"
        />
      </SimpleGrid>
    </Card>
  )
}

function KindFields({ draft, set }: PlanPart) {
  const words = usePlanWords()
  const kindName = useKindName()
  const own = useTeam().data?.kinds ?? []
  return (
    <Card title={words.kinds} alone>
      <Choice
        legend={words.kinds}
        name="kinds"
        many
        options={[...Object.values(ticketTypes), ...own.map(({ id }) => id)].map((kind) => ({
          value: kind,
          label: kindName(kind),
        }))}
        chosen={draft.kinds}
        onChange={(kinds) => set({ kinds })}
      />
    </Card>
  )
}

function RefusedFields({ draft: { refused }, action, set }: PlanPart) {
  const words = usePlanWords()
  const empty = { zh_CN: '', en_US: '' }
  const labelled = {
    ...action,
    label: (name: string) =>
      words[
        name.includes('.what')
          ? name.endsWith('zh_CN')
            ? 'what_zh'
            : 'what_en'
          : name.endsWith('zh_CN')
            ? 'where_zh'
            : 'where_en'
      ],
  }
  const rows = refused.map((one, i) => ({ ...one, key: i }))
  return (
    <Card title={words.refused} about={words.refusedAbout}>
      <RemovableRows
        title={words.refusedOne}
        action={action}
        at={(i) => `refused[${i}]`}
        rows={rows}
        keyOf={({ key }) => key}
        change={(next) => set({ refused: next.map(({ what, where }) => ({ what, where })) })}
      >
        {(row, at, put) => (
          <>
            <LanguageFields
              form={labelled}
              name={`${at}.what`}
              texts={row.what}
              change={(what) => put({ ...row, what })}
            />
            <LanguageFields
              form={labelled}
              name={`${at}.where`}
              texts={row.where}
              change={(where) => put({ ...row, where })}
            />
          </>
        )}
      </RemovableRows>
      <div>
        <Button
          variant="default"
          disabled={refused.length >= 50}
          onClick={() => set({ refused: [...refused, { what: empty, where: empty }] })}
        >
          {words.addRefused}
        </Button>
      </div>
    </Card>
  )
}

function OtherFields({ draft, action, set }: PlanPart) {
  const words = usePlanWords()
  const field = fieldsOf(action, draft, set)
  const helpError = action.errorOf('helpUntil')
  return (
    <Card title={words.more}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field {...field('walkInPercent')} about={words.walkInAbout} inputMode="numeric" />
        <Field {...field('offerHours')} about={words.offerHoursAbout} inputMode="numeric" />
        <Stack gap={4}>
          <TextInput
            type="datetime-local"
            label={words.helpUntil}
            description={words.helpUntilAbout}
            value={draft.helpUntil}
            error={helpError !== undefined}
            onChange={({ currentTarget }) => set({ helpUntil: currentTarget.value })}
          />
          {helpError && <Input.Error role="alert">{helpError}</Input.Error>}
        </Stack>
      </SimpleGrid>
      <Group>
        <SwitchField
          label={words.publish}
          about={words.publishAbout}
          checked={draft.publish}
          onChange={(publish) => set({ publish })}
        />
      </Group>
    </Card>
  )
}
