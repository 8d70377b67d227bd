import type { Lang } from '../languages.ts'

/** The conventions by which `Intl` writes dates: English dates are British on every page, in the log and on paper. */
export const dateTags: Readonly<Record<Lang, string>> = { zh_CN: 'zh-CN', en_US: 'en-GB' }

/** With a space between Chinese characters and letters or digits. */
export function spaced(text: string): string {
  return text.replace(/(?<=\p{sc=Han})(?=[\p{sc=Latin}\d])|(?<=[\p{sc=Latin}\d])(?=\p{sc=Han})/gu, ' ')
}

/** `Fri 20 Nov`, `11 月 20 日 周五`: versions of `Intl` differ in the comma, and Chinese dates have no spaces there. */
export function formatDate(formatter: Intl.DateTimeFormat, at: number): string {
  return spaced(formatter.format(at))
    .replace(/日(?=[周星])/u, '日 ')
    .replace(/^(\p{sc=Latin}+), /u, '$1 ')
}
