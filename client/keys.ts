export type Key = readonly [key: string, does: string]
