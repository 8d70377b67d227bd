import type { Lang, TextPerLanguage } from '../languages.ts'
import type { Settings } from '../team/settings.ts'

type Rates = Settings['rates']
/** Words a date such as `2026-10-01`. */
type DateText = (date: string) => string

/** The words for settings in the operation log. */
export interface SettingWords {
  readonly names: { readonly [Key in keyof Settings]: string }
  readonly rates: { readonly [Key in keyof Rates]: string }
  readonly messages: { readonly [Key in keyof Settings['messages']]: string }
  readonly signing: { readonly [Key in keyof Settings['signing']]: string }
  readonly wechat: { readonly [Key in keyof Settings['wechat']]: string }
  readonly whenUnchecked: { readonly [Way in Settings['wechat']['whenUnchecked']]: string }
  readonly openData: { readonly [Key in keyof Settings['openData']]: string }
  readonly hourRule: { readonly [Key in keyof Settings['hourRule']]: string }
  readonly hourColumns: { readonly [Source in Settings['hourColumns'][number]['source']]: string }
  readonly langs: { readonly [L in Lang]: string }
  readonly nothing: string
  readonly yes: string
  readonly no: string
  readonly shift: (shift: Settings['timetable'][number]) => string
  readonly closed: (days: Settings['closedDays'][number], dateText: DateText) => string
  readonly madeUp: (day: Settings['makeUpDays'][number], dateText: DateText) => string
  /** Between a name and its value, between settings, and between the parts of one. */
  readonly is: string
  readonly next: string
  readonly list: string
}

type Values = Readonly<Record<string, string>>

const nameOf = (words: SettingWords, key: string) => words.names[key as keyof Settings] ?? key

/** `values` has strings unchanged and everything else as JSON. Dates stay as they are, because programs read them. */
export function settingsText(words: SettingWords, values: Values): string {
  return Object.entries(values)
    .map(([key, value]) => {
      const text = valueParts(words, key, value, (date) => date).join(words.list)
      return `${nameOf(words, key)}${words.is}${text || words.nothing}`
    })
    .join(words.next)
}

/** A changed setting, with only those parts of its value that differ. */
export interface SettingChange {
  readonly name: string
  readonly removed: string
  readonly added: string
}

export function settingChanges(
  words: SettingWords,
  before: Values,
  after: Values,
  dateText: DateText,
): SettingChange[] {
  return Object.keys(after).map((key) => {
    const [old, now] = [before, after].map((values) => valueParts(words, key, values[key] ?? '', dateText)) as [
      string[],
      string[],
    ] // two of two
    const without = (parts: string[], others: string[]) =>
      parts.filter((part) => !others.includes(part)).join(words.list)
    return { name: nameOf(words, key), removed: without(old, now), added: without(now, old) }
  })
}

function valueParts(words: SettingWords, key: string, value: string, dateText: DateText): string[] {
  if (value === '') return []
  const listed = <T>(told: (one: T) => string) => (JSON.parse(value) as T[]).map(told) // checked when it is stored
  switch (key as keyof Settings) {
    case 'lang':
      return [words.langs[value as Lang]]
    case 'place': {
      const { name, map }: Settings['place'] = JSON.parse(value) // checked when set
      return [...textsOf(name), map].filter(Boolean)
    }
    case 'boardText':
    case 'signatory':
      return textsOf(JSON.parse(value))
    case 'phonesForAllMembers':
      return [value === 'true' ? words.yes : words.no]
    case 'kinds':
      return listed(({ name }: Settings['kinds'][number]) => textsOf(name).join('/'))
    case 'timetable':
      return listed(words.shift)
    case 'closedDays':
      return listed((days: Settings['closedDays'][number]) => words.closed(days, dateText))
    case 'makeUpDays':
      return listed((one: Settings['makeUpDays'][number]) => words.madeUp(one, dateText))
    case 'messages':
      return Object.entries(JSON.parse(value) as Settings['messages']).map(
        ([name, one]) =>
          `${words.messages[name as keyof Settings['messages']] ?? name} ${String(one) || words.nothing}`,
      )
    case 'hourColumns':
      return listed(({ heading, source, text = '' }: Settings['hourColumns'][number]) =>
        [heading || words.hourColumns[source], text].filter(Boolean).join(' '),
      )
    case 'wechat': {
      const { phone, checkContent, whenUnchecked }: Settings['wechat'] = JSON.parse(value) // checked when set
      const labelled = (name: string, text: string) => `${name} ${text}`
      return [
        labelled(words.wechat.phone, phone ? words.yes : words.no),
        labelled(words.wechat.checkContent, checkContent ? words.yes : words.no),
        labelled(words.wechat.whenUnchecked, words.whenUnchecked[whenUnchecked]),
      ]
    }
    case 'openData':
    case 'signing':
    case 'hourRule':
    case 'rates': {
      const names: Readonly<Record<string, string>> = words[key as 'openData' | 'signing' | 'hourRule' | 'rates'] // one of the four
      const valueText = (one: unknown) => (one === true ? words.yes : one === false ? words.no : String(one))
      return Object.entries(JSON.parse(value) as object).map(
        ([name, one]) => `${names[name] ?? name} ${valueText(one)}`,
      )
    }
    default:
      return [value]
  }
}

/** The texts that are not empty, without repetition. */
const textsOf = (texts: TextPerLanguage): string[] => [...new Set(Object.values(texts))].filter(Boolean)
