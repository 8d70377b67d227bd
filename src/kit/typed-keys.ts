/** `Object.keys` with the types of the keys, for a table without keys that its type does not name. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[] // by that condition

/** `Object.entries` in the same way. */
export const entriesOf = <T extends object>(table: T) =>
  Object.entries(table) as { [K in keyof T & string]: [K, T[K]] }[keyof T & string][] // by that condition
