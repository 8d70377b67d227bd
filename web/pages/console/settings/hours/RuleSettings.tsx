import { Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HourRule } from '#contract/hours/hour-fields.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Field } from '#web/components/Form.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import type { api } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf } from '#web/lib/time.ts'
import { useMinutes } from '#web/pages/console/hours/hooks.ts'
import { fieldsOfSetting, type SettingsEditor } from '#web/pages/console/settings/editor.ts'
import { NumberField } from '#web/pages/console/settings/fields.tsx'
import { Section } from '#web/pages/console/settings/Section.tsx'
import css from './hours.module.css'
import { useHourSettingWords } from './words.ts'

const roundings = [0, 15, 30, 60] as const
const directions = ['nearest', 'up', 'down'] as const
const pers = ['entry', 'day'] as const

export function RuleSettings({ editor }: { editor: SettingsEditor }) {
  const words = useHourSettingWords()
  const values = editor.draft.hourRule
  const { text, number, choice } = fieldsOfSetting(editor, 'hourRule')
  return (
    <Section id="rule">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <SelectField
          {...choice('rounding')}
          data={roundings.map((value) => ({ value, label: words.roundings[value] ?? '' }))}
        />
        {values.rounding > 0 && (
          <>
            <SelectField
              {...choice('direction')}
              data={directions.map((value) => ({ value, label: words.directions[value] }))}
            />
            <SelectField {...choice('per')} data={pers.map((value) => ({ value, label: words.pers[value] }))} />
          </>
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField {...number('mostPerDay')} about={words.mostAbout} />
        <NumberField {...number('ticketMinutes')} about={words.ticketAbout} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field {...text('nightFrom')} type="time" />
        <Field {...text('nightUntil')} type="time" />
        <NumberField {...number('nightPercent')} />
        <NumberField {...number('closedPercent')} />
      </SimpleGrid>
      <Text variant="secondary">{words.percentAbout}</Text>
      <RulePreview rule={values} />
    </Section>
  )
}

function isPossible({ mostPerDay, ticketMinutes, nightPercent, closedPercent }: HourRule): boolean {
  const isIn = (number: number, least: number, most: number) =>
    Number.isInteger(number) && least <= number && number <= most
  return (
    isIn(mostPerDay, 0, 1440) &&
    isIn(ticketMinutes, 0, 480) &&
    isIn(nightPercent, 100, 300) &&
    isIn(closedPercent, 100, 300)
  )
}

function RulePreview({ rule }: { rule: HourRule }) {
  const words = useHourSettingWords()
  const minutes = useMinutes()
  const lang = useLang()
  // Compared as text, because the rule is a new object on every render.
  const [settled] = useDebouncedValue(JSON.stringify(rule), 250)
  const settledRule = JSON.parse(settled) as HourRule // the line above writes it
  const preview = useQuery({
    ...queries.hours.preview(settledRule),
    enabled: isPossible(settledRule),
    placeholderData: keepPreviousData,
  })
  if (!isPossible(settledRule))
    return (
      <Text variant="secondary" role="status">
        {words.notTried}
      </Text>
    )
  if (preview.isError) return <LoadError error={preview.error} retry={preview.refetch} />
  if (!preview.data) return null
  const { from, list, now, would } = preview.data
  const month = monthOf(from, lang, 'long')
  return (
    <Paper withBorder p="sm" role="group" aria-label={words.preview(month)} maw="48rem">
      <Title order={3} size="h5">
        {words.preview(month)}
      </Title>
      {list.length === 0 ? (
        <Text variant="secondary">{words.noHours}</Text>
      ) : (
        <>
          <p className={css['sum']} role="status">
            {now === would ? (
              <Lead text={words.same}>
                <strong>{minutes(now)}</strong>
              </Lead>
            ) : (
              <>
                {minutes(now)} → <strong>{minutes(would)}</strong> <MinutesChange by={would - now} />
              </>
            )}
          </p>
          <ChangedMembers list={list.filter((one) => one.now !== one.would)} />
        </>
      )}
    </Paper>
  )
}

type PreviewedMember = Awaited<ReturnType<typeof api.hours.preview>>['list'][number]

function ChangedMembers({ list }: { list: readonly PreviewedMember[] }) {
  const words = useHourSettingWords()
  const minutes = useMinutes()
  if (list.length === 0) return <Text variant="secondary">{words.nobodyChanges}</Text>
  return (
    <details open={list.length <= 8}>
      <summary>{words.change(list.length)}</summary>
      <ul className={css['members']}>
        {list
          .toSorted((a, b) => Math.abs(b.would - b.now) - Math.abs(a.would - a.now))
          .map((one) => (
            <li key={one.member}>
              <span>{one.name || `#${one.member}`}</span>
              <span>
                {minutes(one.now)} → <strong>{minutes(one.would)}</strong> <MinutesChange by={one.would - one.now} />
              </span>
            </li>
          ))}
      </ul>
    </details>
  )
}

function MinutesChange({ by }: { by: number }) {
  const minutes = useMinutes()
  return (
    <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {by > 0 ? `+${minutes(by)}` : minutes(by)}
    </Text>
  )
}
