/** What a look at something has shown. */
export interface Finding {
  readonly what: string
  /** What is wrong, or nothing. */
  readonly problem?: string
  readonly note?: string
}
