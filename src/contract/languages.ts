/** The languages of the service and its pages. After adding one here, the compiler names the missing words. */
export const languages = {
  zh_CN: { tag: 'zh-CN', name: '中文' },
  en_US: { tag: 'en-US', name: 'English' },
} as const satisfies Record<string, { readonly tag: string; readonly name: string }>

export type Lang = keyof typeof languages
export const langs = Object.keys(languages) as [Lang, ...Lang[]] // the table's own keys

const subtags = (tag: string) => tag.toLowerCase().split(/[-_]/)

/** The language of a BCP 47 tag: the same one, or the first with the same primary subtag. */
export function langOf(tag: string): Lang | undefined {
  const wanted = subtags(tag)
  const same = (depth: number) =>
    langs.find((lang) => subtags(languages[lang].tag).slice(0, depth).join() === wanted.slice(0, depth).join())
  return same(2) ?? same(1)
}

export type TextPerLanguage = Readonly<Record<Lang, string>>

/** The text in a language, or in another one if it is empty. */
export function textIn(texts: TextPerLanguage, lang: Lang): string {
  return texts[lang] || (langs.map((one) => texts[one]).find((text) => text !== '') ?? '')
}
