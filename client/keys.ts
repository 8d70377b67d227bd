/** A key on the keyboard, and what it does. */
export type Key = readonly [key: string, does: string]
