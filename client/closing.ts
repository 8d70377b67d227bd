import { statusMeaning } from '#contract/codes.ts'
import { type Lang, languages } from '#contract/languages.ts'
import type { Barrier, Outcome, OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { outcomesAt } from '#rules/tickets/fitting-outcomes.ts'
import type { TicketInfo } from './ticket.ts'

type TicketOutcomeFields = Pick<TicketInfo, 'outcome' | 'barrier' | 'category' | 'brand' | 'year' | 'remedy'>
export interface ClosingValues {
  readonly outcome: Outcome | ''
  readonly barrier: Barrier | ''
  readonly category: number
  readonly brand: string
  readonly year: string
  readonly remedy: string
}

/** The initial values. A repaired ticket is proposed as fixed; nothing else is proposed. */
export function closingOf(known: TicketOutcomeFields, to?: number): ClosingValues {
  const { category, brand, remedy } = known
  const fits = to === undefined || (known.outcome !== '' && outcomesAt(to).includes(known.outcome))
  const preset = to !== undefined && statusMeaning(to).repaired ? 'fixed' : ''
  return {
    outcome: fits ? known.outcome : preset,
    barrier: fits ? known.barrier : '',
    category,
    brand,
    year: known.year === 0 ? '' : String(known.year),
    remedy,
  }
}

export const yearTyped = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, 4)

/** The changed fields only. */
export function changesTo(known: TicketOutcomeFields, closing: ClosingValues): OutcomeInput {
  const { outcome, category } = closing
  const input: Required<OutcomeInput> = {
    outcome,
    barrier: outcome === 'end_of_life' ? closing.barrier : '',
    category,
    brand: closing.brand.trim(),
    year: Number(closing.year),
    remedy: closing.remedy.trim(),
  }
  const changed = keysOf(input).filter((key) => input[key] !== known[key])
  return Object.fromEntries(changed.map((key) => [key, input[key]]))
}

/** A guess for the fields that are still empty. */
export function suggestion(guess: TicketInfo['guess'], { category, brand }: Pick<ClosingValues, 'category' | 'brand'>) {
  const open = {
    category: category === 0 ? (guess?.category ?? 0) : 0,
    brand: brand.trim() === '' ? (guess?.brand ?? '') : '',
  }
  return open.category > 0 || open.brand !== '' ? open : undefined
}

const typedFields = ['brand', 'year', 'remedy'] as const
type TypedFields = Pick<ClosingValues, (typeof typedFields)[number]>

/** The typed fields that changed, each with the text it started from; undefined if there is none. */
export function toDraft(now: TypedFields, from: TypedFields): string | undefined {
  const changed = typedFields.filter((name) => now[name] !== from[name])
  return changed.length === 0
    ? undefined
    : JSON.stringify(Object.fromEntries(changed.map((name) => [name, [from[name], now[name]]])))
}

/** Restores a draft, except fields that were changed meanwhile. */
export function draftOf(draft: string | undefined, now: TypedFields): Partial<TypedFields> {
  const kept: Readonly<Record<string, unknown>> = parsed(draft)
  const restored = typedFields.flatMap((name) => {
    const [from, text]: unknown[] = Array.isArray(kept[name]) ? kept[name] : []
    return from === now[name] && typeof text === 'string' ? [[name, text]] : []
  })
  return Object.fromEntries(restored)
}

function parsed(draft = '{}'): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(draft)
  } catch {
    return {}
  }
}

/** A double tap ends within this many milliseconds. */
const doubleTap = 400

/**
 * True if a click is the second half of the double tap that opened this. Mouse events count their clicks; touch
 * events do not, so the time decides.
 */
export const isSecondTap = (
  { timeStamp, detail, pointerType }: { timeStamp: number; detail: number; pointerType: string },
  opened: number,
): boolean => detail > 1 || (pointerType === 'touch' && timeStamp - opened < doubleTap)

interface NamedCategory {
  readonly code: number | string
  readonly name: Readonly<Record<Lang, string>>
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim()

export const matchesName = ({ name }: Pick<NamedCategory, 'name'>, search: string): boolean =>
  Object.values(name).some((one) => plain(one).includes(plain(search)))

export const sortedByName = <N extends NamedCategory>(list: readonly N[], lang: Lang, last: number): N[] =>
  list.toSorted(
    (a, b) =>
      Number(a.code === last) - Number(b.code === last) ||
      a.name[lang].localeCompare(b.name[lang], languages[lang].tag),
  )
