import { pages } from '#contract/team/pages.ts'

/** Three in a row, eight rows. */
export const onSheet = 24

/** As it is printed and spoken. */
export const nameOf = (tag: number) => `T${tag}`

/** What its code leads to. */
export const addressOf = (url: string, tag: number) => url + pages.tag.replace(':tag', String(tag))

export function sheetsOf(tags: readonly number[]): number[][] {
  const sheets = Math.ceil(tags.length / onSheet)
  return Array.from({ length: sheets }, (_, sheet) => tags.slice(sheet * onSheet, (sheet + 1) * onSheet))
}
