/** The result of one check. */
export interface Finding {
  readonly what: string
  readonly problem?: string
  readonly note?: string
}
