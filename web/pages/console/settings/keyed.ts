/** The key identifies a row while it is on the page. */
export type Keyed<T> = T & { readonly key: number }

export const keyed = <T>(list: readonly T[]): Keyed<T>[] => list.map((one, key) => ({ ...one, key }))

export const withNew = <T>(rows: readonly Keyed<T>[], one: T): Keyed<T>[] => [
  ...rows,
  { ...one, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
]
