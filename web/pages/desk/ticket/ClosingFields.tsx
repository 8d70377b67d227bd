import { Button, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClosingValues, matchesName, sortedByName, suggestion, yearTyped } from '#client/closing.ts'
import { categories, statusMeaning } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { barriers } from '#contract/tickets/outcome-fields.ts'
import { outcomesAt } from '#rules/tickets/fitting-outcomes.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Choice } from '#web/components/Choice.tsx'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { queries, type TicketInfo } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import css from './ticket.module.css'
import { useClosingWords } from './words.ts'

export function useClosingLabels(status: number) {
  const { outcome, barrier, category, brand, year, remedy } = useClosingWords()
  const labels = { outcome, barrier, category, brand, year }
  return { ...labels, remedy: statusMeaning(status).repaired ? remedy.repaired : remedy.unrepaired }
}

interface ClosingFieldsProps {
  of: FieldInfo
  status: number
  guess: TicketInfo['guess']
  closing: ClosingValues
  change: (closing: ClosingValues) => void
}

/** Every field is optional. A guess about the device is asked first, and applied only by a tap. */
export function ClosingFields({ of, status, guess, closing, change }: ClosingFieldsProps) {
  const words = useClosingWords()
  const names = useOutcomeWords()
  const field = fieldsOf(of, closing, change)
  return (
    <>
      <Choice
        legend={words.outcome}
        name="outcome"
        options={outcomesAt(status).map((value) => ({ value, label: names.outcomes[value] }))}
        chosen={closing.outcome === '' ? [] : [closing.outcome]}
        onChange={([outcome]) => change({ ...closing, outcome: outcome ?? '' })}
        optional
      />
      {closing.outcome === 'end_of_life' && (
        <Choice
          legend={words.barrier}
          name="barrier"
          options={barriers.map((value) => ({ value, label: names.barriers[value] }))}
          chosen={closing.barrier === '' ? [] : [closing.barrier]}
          onChange={([barrier]) => change({ ...closing, barrier: barrier ?? '' })}
          chips
          optional
        />
      )}
      <Field {...field('remedy')} about={words.remedyAbout} maxLength={limits.remedy} autoComplete="off" />
      <KeepFocus>
        <ProductFields of={of} guess={guess} closing={closing} change={change} />
      </KeepFocus>
    </>
  )
}

interface ProductFieldsProps {
  of: FieldInfo
  guess: TicketInfo['guess']
  closing: ClosingValues
  change: (closing: ClosingValues) => void
}

function ProductFields({ of, guess, closing, change }: ProductFieldsProps) {
  const words = useClosingWords()
  const codeName = useCodeNames()
  const field = fieldsOf(of, closing, change)
  // The guess as of opening: a brand that is being typed must not change the question.
  const [probably] = useState(() => suggestion(guess, closing))
  const [answered, setAnswered] = useState(false)
  if (probably && !answered) {
    const what = words.byBrand(probably.brand, probably.category > 0 ? codeName('category', probably.category) : '')
    const take = () => {
      setAnswered(true)
      change({
        ...closing,
        category: probably.category || closing.category,
        brand: probably.brand || closing.brand,
      })
    }
    return (
      <fieldset className={css['guess']} aria-label={words.isIt(what)}>
        <Text flex="1 1 8rem">{words.isIt(what)}</Text>
        <Group gap="xs">
          <Button variant="light" onClick={take}>
            {words.yes}
          </Button>
          <Button variant="default" onClick={() => setAnswered(true)}>
            {words.another}
          </Button>
        </Group>
      </fieldset>
    )
  }
  return (
    <div className={css['product']}>
      <CategorySelect value={closing.category} onCategory={(category) => change({ ...closing, category })} />
      <Field {...field('brand')} maxLength={limits.name} autoComplete="off" />
      <Field
        {...field('year')}
        onText={(text) => change({ ...closing, year: yearTyped(text) })}
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  )
}

function CategorySelect({ value, onCategory }: { value: number; onCategory: (category: number) => void }) {
  const words = useClosingWords()
  const lang = useLang()
  const all = sortedByName(useQuery(queries.codes.all()).data?.['category'] ?? [], lang, categories.misc)
  const named = new Map(all.map((one) => [String(one.code), one]))
  return (
    <Select
      label={words.category}
      placeholder={words.categoryFind}
      nothingFoundMessage={words.noCategory}
      value={value === 0 ? null : String(value)}
      data={all.map(({ code, name }) => ({ value: String(code), label: name[lang] }))}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      // An inner scroll area would be focusable without a name.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      filter={({ options, search }) =>
        options.filter((one) => {
          const category = 'value' in one ? named.get(one.value) : undefined
          return category && (search === category.name[lang] || matchesName(category, search))
        })
      }
      onChange={(code) => onCategory(Number(code))}
    />
  )
}
