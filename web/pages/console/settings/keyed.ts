/** The key identifies a row while it is on the page. */
export type WithKey<T> = T & { readonly key: number }

export const keyed = <T>(list: readonly T[]): WithKey<T>[] => list.map((one, key) => ({ ...one, key }))

export const withNew = <T>(rows: readonly WithKey<T>[], one: T): WithKey<T>[] => [
  ...rows,
  { ...one, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
]
