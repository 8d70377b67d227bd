import type { TSchema } from 'typebox'
import { type CodeTables, codeTables } from './codes.ts'
import type { Flaw } from './errors.ts'
import { langs, type TextPerLanguage } from './languages.ts'
import { limits } from './limits.ts'
import { markTicketNumber } from './tickets/ticket-access.ts'
import { copy, field, integer, list, named, optional, Type, text } from './type.ts'

export { limits }

/** The flaw to report if the pattern of a schema does not match. */
const flawKey = 'x-flaw'
type PatternFlaw = Extract<
  Flaw['flaw'],
  | 'bad_characters'
  | 'not_a_phone'
  | 'not_a_mail'
  | 'not_a_link'
  | 'not_a_time'
  | 'not_a_date'
  | 'not_a_moment'
  | 'not_a_country'
  | 'weak_password'
  | 'not_random'
>
/** Text with a pattern, and the flaw to report if it does not match. */
export const patterned = (flaw: PatternFlaw, pattern: string, options: object) =>
  Type.String({ ...options, pattern, [flawKey]: flaw })

export function patternFlaw(schema: object): PatternFlaw {
  return (schema as { [flawKey]?: PatternFlaw })[flawKey] ?? 'bad_characters'
}

// The databases store lone surrogates and NUL differently, and other control characters only hide text. Characters that change the writing
// direction can make a name look like another one, but long texts may need them.
const line = '[^\\p{Cc}\\p{Cs}\\p{Bidi_Control}]*$'
const lines = '(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$'

/** Whitespace and characters without a width. */
const unseen = '\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\u2800'
const blank = new RegExp(`^[${unseen}]*$`, 'u')
/** True if a text shows nothing. */
export function isBlank(text: string): boolean {
  return blank.test(text)
}

interface TextOptions {
  /** With 1, the text must not be blank. */
  readonly minLength?: 1
  readonly [numberIsTextKey]?: true
}

const textOf = (pattern: string, maxLength: number, options: TextOptions) =>
  patterned('bad_characters', `^${options.minLength ? `(?=[\\s\\S]*[^${unseen}])` : ''}${pattern}`, {
    maxLength,
    ...options,
  })

export const LineOfText = (maxLength: number, options: TextOptions = {}) => textOf(line, maxLength, options)
/** Text that may have tabs and line breaks. */
export const LongText = (options: TextOptions = {}) => textOf(lines, limits.text, options)

/** One line in each language. If it is empty in one language, the other is shown. */
export const LinePerLanguage = (maxLength: number, examples: TextPerLanguage) =>
  Type.Object({
    zh_CN: field(LineOfText(maxLength), 'The Chinese text; may be empty.', examples.zh_CN),
    en_US: field(LineOfText(maxLength), 'The English text; may be empty.', examples.en_US),
  })

/** Values for the examples of the documents. */
export const sample = {
  person: '李华',
  colleague: '韩梅梅',
  phone: '138 0013 8000',
  stuid: '2026123456',
  class: '计算机 2301',
  college: '信息学院',
  mail: 'lihua@example.edu',
  picture: 'https://repair.example.edu/media/9sVt3mJ0hQ.jpg',
  device: 'Electric kettle',
  model: 'MK-17C',
  time: '2026-11-16T09:30:00.000000',
  end: '2026-11-16T11:30:00.000000',
  date: '2026-11-16',
} as const

export const Name = field(LineOfText(limits.name), 'A person’s name.', sample.person)
export const Phone = field(
  patterned('not_a_phone', `^(?:|(?:[+\\- ]*[0-9]){${limits.phoneDigits}}[0-9+\\- ]*)$`, { maxLength: limits.phone }),
  'A phone number: digits, `+`, `-` and spaces, with at least 5 digits; or empty.',
  sample.phone,
)
// No invisible characters, so that addresses which look the same are the same.
const inAddress = `\\s@<>"\\p{Cc}\\p{Cf}\\p{Cs}${unseen}`
const address = `[^${inAddress}]+@[^${inAddress}]+\\.[^.${inAddress}]+`
const mailPattern = (pattern: string) => patterned('not_a_mail', pattern, { maxLength: limits.mail })
export const Mail = field(mailPattern(`^${address}$`), 'An email address.', sample.mail)
export const MailOrNone = field(mailPattern(`^(?:|${address})$`), 'An email address, or empty.', sample.mail)
export const CodeText = LineOfText(limits.code, { minLength: 1 })
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const TicketId = markTicketNumber(field(Id, 'The number of the ticket.', 12))
export const MemberId = field(Id, 'The number of the member.', 3)
export const Language = named('Language', Type.Enum(langs), 'A language of the service.')
export const Timestamp = named(
  'Timestamp',
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}$' }),
  'A date and time on the team’s wall clock, without a zone.',
  sample.time,
)
export const TimestampOrNone = named(
  'TimestampOrNone',
  Type.Union([Timestamp, Type.Literal('')]),
  'A date and time on the team’s wall clock, or an empty string for none.',
  sample.time,
)
export const Version = integer(
  'The version, which increases with each change. If it is sent with a change, a concurrent change by someone else is refused with 409.',
  4,
  { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
)
export const Created = field(Timestamp, 'When it was created.')

export const CalendarDate = field(
  patterned('not_a_date', '^\\d{4}-\\d{2}-\\d{2}$', {}),
  'A calendar date.',
  sample.date,
)

export const Moment = field(
  patterned('not_a_moment', '^\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)?$', {}),
  'A date, or a date and a time of day, on the team’s wall clock.',
  '2026-11-16T09:30',
)

export const codeTableKey = 'x-codes'
/** A number of a code table, whose names the documents show. */
export function Coded(table: keyof CodeTables, bounds: { minimum?: number; maximum?: number } = {}) {
  const codes = Object.values<number>(codeTables[table])
  return Type.Integer({ minimum: Math.min(...codes), maximum: Math.max(...codes), ...bounds, [codeTableKey]: table })
}

export const NewPassword = field(
  patterned('weak_password', `^(?:|[^\\p{Cc}\\p{Cs}]{${limits.passwordLeast},})$`, { maxLength: limits.password }),
  'A password to log in with, together with the student ID; empty removes it.',
  'a long sentence no one guesses',
)

/** Marks a number that old clients send as an empty string for none. It counts as absent. */
export const emptyIsAbsentKey = 'x-empty-is-absent'
/** Marks a copy of a schema that is used elsewhere unmarked. */
export const mayBeEmpty = <S extends TSchema>(schema: S): S => copy(schema, { [emptyIsAbsentKey]: true } as object) as S // a copy with the same type

/** Marks a text that some clients send as a number. */
export const numberIsTextKey = 'x-number-is-text'
export const DayOrShift = LineOfText(limits.name, { minLength: 1, [numberIsTextKey]: true })
export const WeekInput = (occurrence: 'latest' | 'next') =>
  field(
    DayOrShift,
    `A weekday (\`1\` to \`7\`, \`周一\`, \`Monday\`), which means its ${occurrence} occurrence, or a date (\`2026-11-16\`, \`11月16日\`).`,
    sample.date,
  )
export const EnteredShiftInput = field(
  DayOrShift,
  'The number of the shift, or `第一班` or `上午` if the timetable makes it unambiguous.',
  '1',
)
/** A shift on a day as it was entered, and the date that it means. */
export const EnteredShift = {
  week: text('The week or date as it was entered.', '周一'),
  shift: text('The shift as it was entered.', '1'),
  date: text('The date; empty if `week` could not be resolved to one.', sample.date),
}

export const Paging = {
  pageId: optional(
    integer('The page, starting at 1; the first by default.', 1, {
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      [emptyIsAbsentKey]: true,
    }),
  ),
  count: optional(
    integer('Entries per page; 10 by default.', limits.pageDefault, {
      minimum: 1,
      maximum: limits.page,
      [emptyIsAbsentKey]: true,
    }),
  ),
}
export const Total = integer('The number of entries on all pages.', 1)
export const PageOf = <S extends TSchema>(element: S) =>
  Type.Object({ list: list(element, 'The entries of this page.'), total: Total })
export const Nothing = named(
  'Nothing',
  Type.Object({}),
  'An empty object: the call succeeded and has nothing to answer.',
)
