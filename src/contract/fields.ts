import type { TSchema } from 'typebox'
import type { Flaw } from './errors.ts'
import { Type } from './type.ts'

/** Every limit of the interface, once. Lengths count Unicode characters. */
export const limits = {
  name: 64,
  phone: 32,
  phoneDigits: 5,
  mail: 254,
  device: 128,
  text: 4000,
  code: 512,
  key: 255,
  token: 64,
  password: 256,
  passwordLeast: 8,
  pictures: 9,
  accessories: 50,
  accessoryCode: 65535,
  url: 2048,
  search: 200,
  upload: 10 * 1024 * 1024,
  page: 1000,
  pageDefault: 10,
  body: 1024 * 1024,
  shift: 99,
  slots: 7 * 99,
  workers: 100,
  headCount: 999,
} as const

/** A schema's own word for what is wrong when its pattern does not match. */
const flawKey = 'x-flaw'
type PatternFlaw = Extract<
  Flaw['flaw'],
  'bad_characters' | 'not_a_phone' | 'not_a_mail' | 'not_a_time' | 'not_a_date' | 'not_a_moment' | 'weak_password'
>
/** Text of a form that has a name of its own. */
export const patterned = (flaw: PatternFlaw, pattern: string, options: object) =>
  Type.String({ ...options, pattern, [flawKey]: flaw })

export function patternFlaw(schema: object): PatternFlaw {
  return (schema as { [flawKey]?: PatternFlaw })[flawKey] ?? 'bad_characters'
}

// Lone surrogates and NUL cannot be stored alike by both databases; other control characters only ever hide something.
const line = '^[^\\p{Cc}\\p{Cs}]*$'
const lines = '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$'

/** One line of text. */
export const Line = (maxLength: number, options: { minLength?: number } = {}) =>
  patterned('bad_characters', line, { maxLength, ...options })
/** A long text: tabs and line breaks are part of it. */
export const Lines = (options: { minLength?: number } = {}) =>
  patterned('bad_characters', lines, { maxLength: limits.text, ...options })

export const Name = Line(limits.name)
/** Empty, or digits with `+`, `-` and spaces among them, at least five digits. */
export const Phone = patterned('not_a_phone', `^(?:|(?:[+\\- ]*[0-9]){${limits.phoneDigits}}[0-9+\\- ]*)$`, {
  maxLength: limits.phone,
})
export const Mail = patterned(
  'not_a_mail',
  '^[^\\s@<>"\\p{Cc}\\p{Cs}]+@[^\\s@<>"\\p{Cc}\\p{Cs}]+\\.[^\\s@<>".\\p{Cc}\\p{Cs}]+$',
  {
    maxLength: limits.mail,
  },
)
export const Code = Line(limits.code, { minLength: 1 })
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const langs = ['zh_CN', 'en_US'] as const
export type Lang = (typeof langs)[number]
export const Language = Type.Enum([...langs])
/** The team's wall clock: `2026-11-15T09:30:00.000000`. */
export const Timestamp = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}$' })

/** A day on the calendar: `2026-11-15`. */
export const CalendarDate = patterned('not_a_date', '^\\d{4}-\\d{2}-\\d{2}$', {})

/** A point in time as people write it: a date, or a date and a time of day, on the team's wall clock. */
export const Moment = patterned(
  'not_a_moment',
  '^\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)?$',
  {},
)

/** A number that old clients send as an empty text where it does not apply: there it counts as absent. */
export const emptyIsAbsent = 'x-empty-is-absent'

export const Paging = {
  pageId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page })),
}
export const Page = <S extends TSchema>(element: S) => Type.Object({ list: Type.Array(element), total: Type.Integer() })
/** The empty object most POSTs answer. */
export const Nothing = Type.Object({})
