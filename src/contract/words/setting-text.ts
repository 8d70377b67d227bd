import type { Lang, TextPerLanguage } from '../languages.ts'
import type { Settings } from '../team/settings.ts'

type Rates = Settings['rates']

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
  readonly closed: (days: Settings['closedDays'][number]) => string
  readonly madeUp: (day: Settings['makeUpDays'][number]) => string
  /** Between a name and its value, between settings, and between the parts of one. */
  readonly is: string
  readonly next: string
  readonly list: string
}

/** `values` has strings unchanged and everything else as JSON. */
export function settingsText(words: SettingWords, values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${words.names[key as keyof Settings] ?? key}${words.is}${valueText(words, key, value)}`)
    .join(words.next)
}

function valueText(words: SettingWords, key: string, value: string): string {
  const listed = <T>(told: (one: T) => string) => (JSON.parse(value) as T[]).map(told).join(words.list) // checked when set
  switch (key as keyof Settings) {
    case 'lang':
      return words.langs[value as Lang]
    case 'place': {
      const { name, map }: Settings['place'] = JSON.parse(value) // checked when set
      return [...textsOf(name), map].filter(Boolean).join(words.list) || words.nothing
    }
    case 'boardText':
    case 'signatory':
      return textsOf(JSON.parse(value)).join(words.list) || words.nothing
    case 'phonesForAllMembers':
      return value === 'true' ? words.yes : words.no
    case 'kinds':
      return listed(({ name }: Settings['kinds'][number]) => textsOf(name).join('/')) || words.nothing
    case 'timetable':
      return listed(words.shift) || words.nothing
    case 'closedDays':
      return listed(words.closed) || words.nothing
    case 'makeUpDays':
      return listed(words.madeUp) || words.nothing
    case 'messages':
      return Object.entries(JSON.parse(value) as Settings['messages'])
        .map(
          ([name, one]) =>
            `${words.messages[name as keyof Settings['messages']] ?? name} ${String(one) || words.nothing}`,
        )
        .join(words.list)
    case 'hourColumns':
      return listed(({ heading, source, text = '' }: Settings['hourColumns'][number]) =>
        [heading || words.hourColumns[source], text].filter(Boolean).join(' '),
      )
    case 'wechat': {
      const { phone, checkContent, whenUnchecked }: Settings['wechat'] = JSON.parse(value) // checked when set
      const told = (name: string, text: string) => `${name} ${text}`
      return [
        told(words.wechat.phone, phone ? words.yes : words.no),
        told(words.wechat.checkContent, checkContent ? words.yes : words.no),
        told(words.wechat.whenUnchecked, words.whenUnchecked[whenUnchecked]),
      ].join(words.list)
    }
    case 'openData':
    case 'signing':
    case 'hourRule':
    case 'rates': {
      const names: Readonly<Record<string, string>> = words[key as 'openData' | 'signing' | 'hourRule' | 'rates'] // one of the four
      const told = (one: unknown) => (one === true ? words.yes : one === false ? words.no : String(one))
      return Object.entries(JSON.parse(value) as object)
        .map(([name, one]) => `${names[name] ?? name} ${told(one)}`)
        .join(words.list)
    }
    default:
      return value || words.nothing
  }
}

/** The texts that are not empty, without repetition. */
const textsOf = (texts: TextPerLanguage): string[] => [...new Set(Object.values(texts))].filter(Boolean)
