/** The languages that the service and its pages speak. A new one is a line here; then the compiler names what is not worded yet. */
export const languages = {
  zh_CN: { tag: 'zh-CN', name: '中文' },
  en_US: { tag: 'en-US', name: 'English' },
} as const satisfies Record<string, { readonly tag: string; readonly name: string }>

export type Lang = keyof typeof languages
export const langs = Object.keys(languages) as [Lang, ...Lang[]] // the table's own keys

const subtags = (tag: string) => tag.toLowerCase().split(/[-_]/)

/** The language that a BCP 47 tag asks for: the very same, or else the first with the same primary subtag. */
export function langOf(tag: string): Lang | undefined {
  const asked = subtags(tag)
  const same = (depth: number) =>
    langs.find((lang) => subtags(languages[lang].tag).slice(0, depth).join() === asked.slice(0, depth).join())
  return same(2) ?? same(1)
}

/** A text in each language. */
export type TextPerLanguage = Readonly<Record<Lang, string>>

/** The text in a language; in another one where it was written in that alone. */
export function textIn(texts: TextPerLanguage, lang: Lang): string {
  return texts[lang] || (langs.map((one) => texts[one]).find((text) => text !== '') ?? '')
}
