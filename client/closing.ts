import { statusMeaning } from '#contract/codes.ts'
import { type Lang, languages } from '#contract/languages.ts'
import type { Barrier, Outcome, OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import { outcomesAt } from '#rules/tickets/fitting-outcomes.ts'
import type { TicketInfo } from './ticket.ts'

type Known = Pick<TicketInfo, 'outcome' | 'barrier' | 'category' | 'brand' | 'year' | 'remedy'>
export interface ClosingValues {
  readonly outcome: Outcome | ''
  readonly barrier: Barrier | ''
  readonly category: number
  readonly brand: string
  readonly year: string
  readonly remedy: string
}

/** The initial values. A repaired ticket is proposed as fixed; nothing else is proposed. */
export function closingOf(known: Known, to?: number): ClosingValues {
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
export function changesTo(known: Known, closing: ClosingValues): OutcomeInput {
  const { outcome, category } = closing
  const said: Required<OutcomeInput> = {
    outcome,
    barrier: outcome === 'end_of_life' ? closing.barrier : '',
    category,
    brand: closing.brand.trim(),
    year: Number(closing.year),
    remedy: closing.remedy.trim(),
  }
  const changed = (Object.keys(said) as (keyof Known)[]).filter((key) => said[key] !== known[key]) // its own keys
  return Object.fromEntries(changed.map((key) => [key, said[key]]))
}

/** A guess for the fields that are still empty. */
export function suggestion(guess: TicketInfo['guess'], { category, brand }: Pick<ClosingValues, 'category' | 'brand'>) {
  const open = {
    category: category === 0 ? (guess?.category ?? 0) : 0,
    brand: brand.trim() === '' ? (guess?.brand ?? '') : '',
  }
  return open.category > 0 || open.brand !== '' ? open : undefined
}

/** The draft of a text together with the text it started from, or undefined if unchanged. */
export const toDraft = (remedy: string, from: string): string | undefined =>
  remedy === from ? undefined : JSON.stringify([from, remedy])

/** Restores a draft, unless the text was changed meanwhile. */
export function draftOf(draft: string | undefined, now: string): string | undefined {
  try {
    const [from, remedy]: unknown[] = JSON.parse(draft ?? '[]')
    return from === now && typeof remedy === 'string' ? remedy : undefined
  } catch {
    return undefined
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

interface Named {
  readonly code: number | string
  readonly name: Readonly<Record<Lang, string>>
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim()

export const matchesName = ({ name }: Pick<Named, 'name'>, search: string): boolean =>
  Object.values(name).some((one) => plain(one).includes(plain(search)))

export const sortedByName = <N extends Named>(list: readonly N[], lang: Lang, last: number): N[] =>
  list.toSorted(
    (a, b) =>
      Number(a.code === last) - Number(b.code === last) ||
      a.name[lang].localeCompare(b.name[lang], languages[lang].tag),
  )
