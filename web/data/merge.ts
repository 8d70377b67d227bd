const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Of what was typed, what is not as it was read. */
export function changesIn<W extends object>(read: W, typed: W): Partial<W> {
  const names = Object.keys(typed) as (keyof W)[] // its own
  return Object.fromEntries(
    names.filter((name) => !same(read[name], typed[name])).map((name) => [name, typed[name]]),
  ) as Partial<W> // some of its own
}

/**
 * What was typed upon what was read, put together with what somebody else has saved meanwhile: what was not touched here is as
 * they saved it, a list has what both added and lacks what either removed, and everything else is as it was typed.
 */
export function merged<T>(read: T, typed: T, saved: T): T {
  if (same(typed, read)) return saved
  if (Array.isArray(read) && Array.isArray(typed) && Array.isArray(saved)) return mergedLists(read, typed, saved) as T // of the same kind
  if (isObject(read) && isObject(typed) && isObject(saved))
    return Object.fromEntries(
      Object.keys(typed).map((name) => [name, merged(read[name], typed[name], saved[name])]),
    ) as T // the same names
  return typed
}

function mergedLists(read: readonly unknown[], typed: readonly unknown[], saved: readonly unknown[]): unknown[] {
  const has = (list: readonly unknown[], one: unknown) => list.some((other) => same(one, other))
  const kept = saved.filter((one) => has(typed, one) || !has(read, one))
  return [...kept, ...typed.filter((one) => !has(read, one) && !has(saved, one))]
}

/** What both have changed and only one of them can have. */
export function conflicts<W extends object>(read: W, typed: W, saved: W): (keyof W & string)[] {
  const names = Object.keys(changesIn(read, typed)) as (keyof W & string)[] // as above
  return names.filter(
    (name) => !same(read[name], saved[name]) && !same(typed[name], saved[name]) && typeof typed[name] !== 'object',
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
