import { categories, ticketTypes } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { stateMeanings, type ValueField, valueFields } from '#contract/imports/import-values.ts'
import { limits } from '#contract/limits.ts'
import type { TicketKind } from '#contract/team/settings.ts'
import { barriers, outcomes } from '#contract/tickets/outcome-fields.ts'
import type { Words } from '#contract/words/words.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { type ChosenValues, type ReadValue, valueKey } from '#rules/imports/row.ts'
import { kindCode } from '#rules/imports/tickets.ts'

interface Choice {
  readonly code: string
  readonly name: string
}

export type ValueChoices = Readonly<Record<ValueField, readonly Choice[]>>

/** The possible meanings of a value in each field, in the words of a language. */
export function valueChoices(words: Words, lang: string, kinds: readonly TicketKind[], members: readonly string[]) {
  const { codes, imports } = words
  const states = stateMeanings.map((code) => ({ code, name: imports.states[code] }))
  const nameOf = (name: Readonly<Record<string, string>>) => name[lang] || Object.values(name).find(Boolean) || ''
  return {
    state: states,
    outcome: [...outcomes.map((code) => ({ code, name: words.outcomes[code] })), ...states],
    type: [
      ...keysOf(ticketTypes).map((code) => ({ code, name: codes.type[code] })),
      ...kinds.map(({ id, name }) => ({ code: kindCode(id), name: nameOf(name) })),
    ],
    workers: members.map((name) => ({ code: name, name })),
    barrier: barriers.map((code) => ({ code, name: words.barriers[code] })),
    category: keysOf(categories).map((code) => ({ code, name: codes.category[code] })),
  } satisfies ValueChoices
}

/** Reads what the administrator chose. */
export function chosenValues(json: string | undefined, choices: ValueChoices): ChosenValues {
  if (json === undefined) return {}
  const given = parsed(json)
  const chosen: Partial<Record<ValueField, ReadonlyMap<string, string>>> = {}
  for (const [name, codes] of Object.entries(given)) {
    const field = valueFields.find((one) => one === name)
    if (!field) throw refused('values', valueFields)
    const known = new Set(['', ...choices[field].map(({ code }) => code)])
    const wrong = Object.entries(codes).find(([, code]) => !known.has(code))
    if (wrong) throw refused(`values.${field}.${wrong[0]}`, [...known].filter(Boolean))
    chosen[field] = new Map(Object.entries(codes).map(([value, code]) => [valueKey(value), code]))
  }
  return chosen
}

const refused = (field: string, codes: readonly string[]) =>
  new Refusal('bad_input', { field, flaw: 'not_one_of', limit: codes.join(', ') })

function parsed(json: string): Record<string, Record<string, string>> {
  try {
    const given: unknown = JSON.parse(json)
    if (isRecord(given) && Object.values(given).every((one) => isRecord(one) && areTexts(one)))
      return given as Record<string, Record<string, string>> // checked above
  } catch {
    // No JSON.
  }
  throw new Refusal('bad_input', { field: 'values', flaw: 'not_object' })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areTexts = (record: Record<string, unknown>) => Object.values(record).every((one) => typeof one === 'string')

interface FoundValue {
  readonly value: string
  count: number
  readonly code: string | undefined
}

/** Further values are counted, but not kept. */
const mostValues = 2000
/** Longer texts are descriptions, which no administrator decides one by one. */
const longestValue = 120

/** Counts the values of each column. */
export class ValueTally {
  readonly #found = new Map<ValueField, Map<string, FoundValue>>()
  readonly #asked = new Set<string>()

  add(values: readonly ReadValue[], asked: (field: ValueField) => boolean): void {
    for (const { field, value, code } of values) {
      if (value.length > longestValue) continue
      const found = this.#found.getOrInsertComputed(field, () => new Map())
      const key = valueKey(value)
      const known = found.get(key)
      if (known) known.count += 1
      else if (found.size < mostValues) found.set(key, { value, count: 1, code })
      if (code === undefined && value !== '' && asked(field)) this.#asked.add(`${field} ${key}`)
    }
  }

  /** Empty cells are shown in a column of statuses alone: there they are decided by the other columns. */
  view(choices: ValueChoices) {
    return valueFields.flatMap((field) => {
      const all = [...(this.#found.get(field)?.values() ?? [])]
      if (!all.some(({ value }) => value !== '')) return []
      const list = all
        .filter(({ value }) => value !== '' || field === 'state')
        .map(({ value, count, code }) => ({
          value,
          count,
          code: code ?? '',
          known: code !== undefined || value === '',
          asked: this.#asked.has(`${field} ${valueKey(value)}`),
        }))
        .sort((a, b) => Number(b.asked) - Number(a.asked) || Number(a.known) - Number(b.known) || b.count - a.count)
      const shown = list.slice(0, limits.importValues)
      return [{ field, choices: [...choices[field]], list: shown, more: list.length - shown.length }]
    })
  }
}
