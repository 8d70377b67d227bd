import { categories, ticketTypes } from '#contract/codes.ts'
import { importFields } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import type { Barrier, Outcome } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import { entriesOf, keysOf } from '#kit/typed-keys.ts'
import { guessDevice } from '../tickets/categories.ts'
import type { Scrub } from './scrub.ts'

// The Open Repair Data Standard 0.3 (https://standard.openrepair.org), and the schema of the published files
// (https://github.com/openrepair/data), which has the pattern of the ids.

export const ordsColumns = importFields.ords.filter((field) => field !== 'model')
export const ordsLicence = 'https://creativecommons.org/licenses/by-sa/4.0/'

export const ordsStatuses: Readonly<Record<Outcome, string>> = {
  fixed: 'Fixed',
  repairable: 'Repairable',
  end_of_life: 'End of life',
  unknown: 'Unknown',
}

/** As in the standard's list and the published files. Its schema has another name for the last one. */
export const ordsBarriers: Readonly<Record<Barrier, string>> = {
  parts_unavailable: 'Spare parts not available',
  parts_expensive: 'Spare parts too expensive',
  cannot_open: 'No way to open product',
  no_information: 'Repair information not available',
  no_equipment: 'Lack of equipment',
  worn_out: 'Item too worn out',
}

/** Our English names are those of the standard. */
export const ordsCategories: ReadonlyMap<number, string> = new Map(
  entriesOf(words.en_US.codes.category).map(([key, name]) => [categories[key], name]),
)

export interface OrdsTeam {
  readonly provider: string
  readonly group: string
  readonly country: string
}

export interface OrdsRepair {
  readonly id: number
  /** The team's name for this kind of ticket. */
  readonly kind: string
  readonly device: string
  readonly model: string
  readonly description: string
  readonly remedy: string
  readonly repaired: boolean
  readonly outcome: Outcome | ''
  readonly barrier: Barrier | ''
  readonly category: number
  readonly brand: string
  readonly year: number
  readonly date: string
  /** The names of its owner and other people. */
  readonly people: readonly string[]
  /** The id of an imported ticket, and whether another imported ticket has the id that is its own. */
  readonly imported?: string
  readonly taken?: boolean
}

/** Without an outcome, it follows from the status. */
export function ordsOutcome({ outcome, repaired }: Pick<OrdsRepair, 'outcome' | 'repaired'>): Outcome {
  return outcome || (repaired ? 'fixed' : 'unknown')
}

/** Without a category, it is guessed from device and model. */
export function ordsCategory({ category, device, model }: Pick<OrdsRepair, 'category' | 'device' | 'model'>): number {
  return category || guessDevice(device, model).category || categories.misc
}

/** The prefix of a provider's ids: only letters from a to z. */
export function ordsLetters(provider: string): string {
  return (
    provider
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z]/g, '') || 'fettle'
  )
}

/** The id stays the same as long as the provider does. */
export function ordsId({ id, imported, taken }: Pick<OrdsRepair, 'id' | 'imported' | 'taken'>, letters: string) {
  return imported ?? `${letters}${taken ? 'x' : ''}-${id}`
}

export function ordsCells(repair: OrdsRepair, team: OrdsTeam, scrub: Scrub): (string | number)[] {
  const clean = (text: string) => scrub(text, repair.people)
  const category = ordsCategory(repair)
  const outcome = ordsOutcome(repair)
  const brand = clean(repair.brand)
  const age = Number(repair.date.slice(0, 4)) - repair.year
  return [
    ordsId(repair, ordsLetters(team.provider)),
    team.provider,
    team.country,
    `${repair.kind}${part}${clean(repair.device)}`,
    ordsCategories.get(category) ?? '',
    category,
    /[\p{L}\p{N}]/u.test(brand) ? brand : unknownBrand,
    repair.year === 0 ? '' : String(repair.year).padStart(4, '0'),
    repair.year === 0 || age < 0 ? '' : String(age),
    ordsStatuses[outcome],
    outcome === 'end_of_life' && repair.barrier ? ordsBarriers[repair.barrier] : '',
    team.group,
    repair.date,
    clean([repair.description, repair.remedy].filter(Boolean).join(part)),
  ]
}

const part = ' ~ '
const unknownBrand = 'Unknown'

/** The key of an imported row. Published files have an underscore instead of the schema's hyphen. */
export function ordsKey(id: string): string | undefined {
  const [, letters, number] = /^([a-z]+)[-_]([0-9]+)$/.exec(id) ?? []
  return letters && number ? `${keyStart}${letters}-${number}` : undefined
}
const keyStart = 'ords '
export const idOfKey = (key: string) => key.slice(keyStart.length)

/** True if this provider published it. What others published is not published again. */
export function isOwnKey(key: string, letters: string): boolean {
  return new RegExp(`^${keyStart}${letters}x?-[0-9]+$`).test(key)
}

export function outcomeOfOrds(text: string): Outcome | undefined {
  return named(ordsStatuses, text)
}

export function barrierOfOrds(text: string): Barrier | undefined {
  const wanted = text.trim().toLowerCase().replace('open the product', 'open product')
  if (/^(?:item |product )?too worn out$/.test(wanted)) return 'worn_out'
  return named(ordsBarriers, wanted)
}

function named<K extends string>(names: Readonly<Record<K, string>>, text: string): K | undefined {
  const wanted = text.trim().toLowerCase()
  return keysOf(names).find((key) => names[key].toLowerCase() === wanted)
}

/** The name counts, because people read it; for an unknown name, the number. */
export function categoryOfOrds(name: string, number: string): number | undefined {
  // Version 0.1 divided laptops and screens by size, and has a misprint.
  const wanted = name
    .trim()
    .toLowerCase()
    .replace(/ (?:small|medium|large|[\d-]+")$/, '')
    .replace(/^dlsr \/ /, 'dslr/')
  const known = [...ordsCategories].find(([, one]) => one.toLowerCase() === wanted)?.[0]
  if (known !== undefined) return known
  return /^\d{1,2}$/.test(number.trim()) && ordsCategories.has(Number(number)) ? Number(number) : undefined
}

export const brandOfOrds = (text: string) => (text.trim() === unknownBrand ? '' : text.trim())

/** `Computer ~ Laptop`: the team's name for the kind, if there is one, and the device. */
export function splitPartnerCategory(text: string): { readonly kind: string; readonly device: string } {
  const at = text.indexOf(part)
  return at === -1 ? { kind: '', device: text } : { kind: text.slice(0, at), device: text.slice(at + part.length) }
}

/** Problem and remedy, if they are separated. */
export function splitProblem(text: string): { readonly description: string; readonly remedy: string } {
  const at = text.lastIndexOf(part)
  const remedy = text.slice(at + part.length)
  return at < 1 || [...remedy].length > limits.remedy || remedy === ''
    ? { description: text, remedy: '' }
    : { description: text.slice(0, at), remedy }
}

/** The type of a ticket by its name in any language. */
export function typeOfName(name: string): number | undefined {
  const key = keysOf(ticketTypes).find((one) => Object.values(words).some((all) => all.codes.type[one] === name))
  return key && ticketTypes[key]
}
