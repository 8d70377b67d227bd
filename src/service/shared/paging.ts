import { limits } from '#contract/fields.ts'

export interface PageInput {
  readonly pageId?: number
  readonly count?: number
}

/** Where a page begins and how long it is. `unpaged` is what a call gets that says nothing of pages at all. */
export function pageOf(
  { pageId, count }: PageInput,
  unpaged: number = limits.pageDefault,
): { offset: number; count: number } {
  const size = count ?? (pageId === undefined ? unpaged : limits.pageDefault)
  // Beyond what any database could hold it makes no difference, and the sum stays a number.
  return { offset: Math.min(((pageId ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER - size), count: size }
}
