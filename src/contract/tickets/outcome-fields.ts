import type { Static } from 'typebox'
import { Coded, LineOfText, limits } from '../fields.ts'
import { field, integer, named, namedObject, optional, Type, text } from '../type.ts'
import { markPersonal } from './ticket-access.ts'

/** What became of a repair, as the Open Repair Data Standard has it. */
export const outcomes = ['fixed', 'repairable', 'end_of_life', 'unknown'] as const
export type Outcome = (typeof outcomes)[number]

/** Why something is at the end of its life, as the same standard has it. */
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
  'What became of it: `fixed` only of what is repaired, `repairable` and `end_of_life` only of what is not, `unknown` of both; empty where nobody has said.',
  'fixed',
)
const Barrier = named(
  'Barrier',
  Type.Enum(['', ...barriers]),
  'Of `end_of_life`: what stood in the way; empty where nobody has said.',
  '',
)
const category = { minimum: 0 }
const Category = named(
  'Category',
  Coded('category', category),
  'What kind of product it is, by the numbers of the Open Repair Data Standard; 0 where nobody has said.',
  14,
)
const brand = 'Its brand; empty where nobody has said.'
const year = 'In which year it was made; 0 where nobody has said.'
const remedy = 'What helped, in a line; empty where nobody has said. The owner sees it, too.'

/** What became of a ticket. */
export const OutcomeFields = {
  outcome: Outcome,
  barrier: Barrier,
  category: Category,
  brand: markPersonal(text(brand, 'Midea'), 'words'),
  year: integer(year, 2021),
  remedy: markPersonal(text(remedy, 'A new fuse of the heating plate.'), 'words'),
}

/** The outcome in a call: an absent field stays unchanged, an empty one or 0 is cleared. */
export const OutcomeInput = {
  outcome: optional(Outcome),
  barrier: optional(Barrier),
  category: optional(Category),
  brand: optional(LineOfText(limits.name), brand, 'Midea'),
  year: optional(Type.Integer({ minimum: 0, maximum: limits.yearMost }), year, 2021),
  remedy: optional(LineOfText(limits.remedy), remedy, 'A new fuse of the heating plate.'),
}
export type OutcomeInput = { -readonly [K in keyof typeof OutcomeInput]?: Static<(typeof OutcomeInput)[K]> }

/** What its device and model are probably, to be confirmed with a tap. */
export const GuessedDevice = namedObject(
  'Guess',
  'What a device probably is. It is a suggestion: nobody has said so.',
  {
    category: field(Coded('category', category), 'What kind of product; 0 where it is not clear.', 14),
    brand: markPersonal(text('Which brand; empty where it is not clear.', 'Midea'), 'words'),
  },
)

export const StarRating = field(Type.Integer({ minimum: 1, maximum: 5 }), 'From 1, bad, to 5, very good.', 5)
