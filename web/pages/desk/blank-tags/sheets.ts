import { pages } from '#contract/team/pages.ts'

/** Three columns of eight rows. */
export const tagsPerSheet = 24

export const tagName = (tag: number) => `T${tag}`

export const tagAddress = (url: string, tag: number) => url + pages.tag.replace(':tag', String(tag))

export function sheetsOf(tags: readonly number[]): number[][] {
  const sheets = Math.ceil(tags.length / tagsPerSheet)
  return Array.from({ length: sheets }, (_, sheet) => tags.slice(sheet * tagsPerSheet, (sheet + 1) * tagsPerSheet))
}
