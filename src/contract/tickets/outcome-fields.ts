import type { Static } from 'typebox'
import { Coded, LineOfText, limits } from '../fields.ts'
import { field, integer, named, namedObject, optional, Type, text } from '../type.ts'
import { markPersonal } from './ticket-access.ts'

/** The outcomes of the Open Repair Data Standard. */
export const outcomes = ['fixed', 'repairable', 'end_of_life', 'unknown'] as const
export type Outcome = (typeof outcomes)[number]

/** The barriers to repair of the same standard. */
export const barriers = [
  'parts_unavailable',
  'parts_expensive',
  'cannot_open',
  'no_information',
  'no_equipment',
  'worn_out',
] as const
export type Barrier = (typeof barriers)[number]

const Outcome = named(
  'Outcome',
  Type.Enum(['', ...outcomes]),
  'The outcome of a repair: `fixed` only if repaired, `repairable` and `end_of_life` only if not, `unknown` for both; empty if none was recorded.',
  'fixed',
)
const Barrier = named(
  'Barrier',
  Type.Enum(['', ...barriers]),
  'For `end_of_life`: the barrier to repair; empty if none was recorded.',
  '',
)
const category = { minimum: 0 }
const Category = named(
  'Category',
  Coded('category', category),
  'The category by the numbers of the Open Repair Data Standard; 0 if none was recorded.',
  14,
)
const brand = 'The brand; empty if none was recorded.'
const year = 'The year of manufacture; 0 if none was recorded.'
const remedy = 'What helped, in one line; empty if none was recorded. The owner sees it.'

export const OutcomeFields = {
  outcome: Outcome,
  barrier: Barrier,
  category: Category,
  brand: markPersonal(text(brand, 'Midea'), 'words'),
  year: integer(year, 2021),
  remedy: markPersonal(text(remedy, 'A new fuse of the heating plate.'), 'words'),
}

/** Absent fields stay unchanged; empty ones and 0 are cleared. */
export const OutcomeInput = {
  outcome: optional(Outcome),
  barrier: optional(Barrier),
  category: optional(Category),
  brand: optional(LineOfText(limits.name), brand, 'Midea'),
  year: optional(integer(year, 2021, { minimum: 0, maximum: limits.yearMost })),
  remedy: optional(LineOfText(limits.remedy), remedy, 'A new fuse of the heating plate.'),
}
export type OutcomeInput = { -readonly [K in keyof typeof OutcomeInput]?: Static<(typeof OutcomeInput)[K]> }

export const GuessedDevice = namedObject('Guess', 'A guess at what a device is. No person has confirmed it.', {
  category: field(Coded('category', category), 'The category; 0 if unclear.', 14),
  brand: markPersonal(text('The brand; empty if unclear.', 'Midea'), 'words'),
})

export const StarRating = integer('From 1, worst, to 5, best.', 5, { minimum: 1, maximum: 5 })
export const RatingFields = {
  stars: StarRating,
  content: optional(LineOfText(limits.search), 'A short review.', 'It heats again, thank you!'),
}
