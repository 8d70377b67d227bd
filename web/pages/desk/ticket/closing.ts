import { statusMeaning } from '#contract/codes.ts'
import { type Lang, languages } from '#contract/languages.ts'
import type { Barrier, Outcome, OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import type { Ticket } from './ticket.ts'

type Known = Pick<Ticket, 'outcome' | 'barrier' | 'category' | 'brand' | 'year' | 'remedy'>
/** What somebody says about what became of a ticket. */
export interface ClosingValues {
  readonly outcome: Outcome | ''
  readonly barrier: Barrier | ''
  readonly category: number
  readonly brand: string
  /** As it is typed. */
  readonly year: string
  readonly remedy: string
}

/** What can have become of it, with that status. */
export const outcomesAt = (status: number): readonly Outcome[] =>
  statusMeaning(status).repaired ? ['fixed', 'unknown'] : ['repairable', 'end_of_life', 'unknown']

/** What is known of it. What is moved to repaired is fixed, unless somebody says otherwise; nothing else goes without saying. */
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

/** The digits of a year, whichever keyboard they come from. */
export const yearTyped = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, 4)

/** What of it is new to the service. */
export function changesTo(known: Known, closing: ClosingValues): OutcomeWish {
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

/** What the device probably is, as far as nobody has said. */
export function suggestion(guess: Ticket['guess'], { category, brand }: Pick<ClosingValues, 'category' | 'brand'>) {
  const open = {
    category: category === 0 ? (guess?.category ?? 0) : 0,
    brand: brand.trim() === '' ? (guess?.brand ?? '') : '',
  }
  return open.category > 0 || open.brand !== '' ? open : undefined
}

/** What is being typed, with what was there when it began; nothing where that is the same. */
export const toDraft = (remedy: string, from: string): string | undefined =>
  remedy === from ? undefined : JSON.stringify([from, remedy])

/** What was being typed, unless somebody else has written something meanwhile. */
export function draftOf(draft: string | undefined, now: string): string | undefined {
  try {
    const [from, remedy]: unknown[] = JSON.parse(draft ?? '[]')
    return from === now && typeof remedy === 'string' ? remedy : undefined
  } catch {
    return undefined
  }
}

/** So long after the first half of a double tap the second one may come. */
const doubleTap = 400

/**
 * Whether the first click in something that was just opened belongs to the tap that opened it. A mouse counts: the second of two did not
 * begin here. Phones do not, so there the time tells.
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

/** Whether somebody who types this may mean it, in whichever language. */
export const matchesName = ({ name }: Pick<Named, 'name'>, search: string): boolean =>
  Object.values(name).some((one) => plain(one).includes(plain(search)))

/** In the order of the language; what fits nowhere else comes last. */
export const sortedByName = <N extends Named>(list: readonly N[], lang: Lang, last: number): N[] =>
  list.toSorted(
    (a, b) =>
      Number(a.code === last) - Number(b.code === last) ||
      a.name[lang].localeCompare(b.name[lang], languages[lang].tag),
  )
