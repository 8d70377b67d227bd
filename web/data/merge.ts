import { keysOf } from '#kit/typed-keys.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The typed values that differ from the stored ones. */
export function changesIn<W extends object>(read: W, typed: W): Partial<W> {
  const names = keysOf(typed)
  return Object.fromEntries(
    names.filter((name) => !same(read[name], typed[name])).map((name) => [name, typed[name]]),
  ) as Partial<W> // with some of its names
}

/** A three-way merge: untouched values are as saved, lists have both sides' changes, other values are as typed. */
export function merged<T>(read: T, typed: T, saved: T): T {
  if (same(typed, read)) return saved
  if (Array.isArray(read) && Array.isArray(typed) && Array.isArray(saved)) return mergedLists(read, typed, saved) as T // all three are lists
  if (isObject(read) && isObject(typed) && isObject(saved))
    return Object.fromEntries(
      Object.keys(typed).map((name) => [name, merged(read[name], typed[name], saved[name])]),
    ) as T // with the same names
  return typed
}

function mergedLists(read: readonly unknown[], typed: readonly unknown[], saved: readonly unknown[]): unknown[] {
  const has = (list: readonly unknown[], one: unknown) => list.some((other) => same(one, other))
  const kept = saved.filter((one) => has(typed, one) || !has(read, one))
  return [...kept, ...typed.filter((one) => !has(read, one) && !has(saved, one))]
}

/** Values that both sides have changed and that cannot be merged. */
export function conflicts<W extends object>(read: W, typed: W, saved: W): (keyof W & string)[] {
  const names = keysOf(changesIn(read, typed))
  return names.filter(
    (name) => !same(read[name], saved[name]) && !same(typed[name], saved[name]) && typeof typed[name] !== 'object',
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
