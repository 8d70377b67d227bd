import { limits } from '#contract/fields.ts'

export interface PageInput {
  readonly pageId?: number
  readonly count?: number
}

/** `unpaged` is the length for calls without paging. */
export function pageOf({ pageId, count }: PageInput, unpaged: number = limits.pageDefault) {
  const size = count ?? (pageId === undefined ? unpaged : limits.pageDefault)
  // Keeps the sum a safe integer.
  return { offset: Math.min(((pageId ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER - size), count: size }
}
