import { pages } from '#contract/team/pages.ts'

/** Three in a row, eight rows. */
export const tagsPerSheet = 24

/** As it is printed and spoken. */
export const tagName = (tag: number) => `T${tag}`

/** What its code leads to. */
export const tagAddress = (url: string, tag: number) => url + pages.tag.replace(':tag', String(tag))

export function sheetsOf(tags: readonly number[]): number[][] {
  const sheets = Math.ceil(tags.length / tagsPerSheet)
  return Array.from({ length: sheets }, (_, sheet) => tags.slice(sheet * tagsPerSheet, (sheet + 1) * tagsPerSheet))
}
