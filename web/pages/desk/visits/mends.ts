import type { Visit } from '#web/data/queries.ts'
import { createStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'

const choice = storedText(localStorage, 'fettle.mends')

/** The kinds of device that this browser's member mends; empty means all. */
export const mendedKinds = {
  ...createStore(read(choice.get())),
  choose(kinds: readonly number[]): void {
    choice.set(kinds.length > 0 ? JSON.stringify(kinds) : undefined)
    mendedKinds.set(kinds)
  },
}

/** The stored value may come from another version. */
function read(text: string | undefined): readonly number[] {
  try {
    const kinds: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kinds) ? kinds.filter((kind) => Number.isInteger(kind)) : []
  } catch {
    return []
  }
}

export function waitingFor(list: readonly Visit[], kinds: readonly number[]): readonly Visit[] {
  return list.filter(({ state, kind }) => state === 'waiting' && (kinds.length === 0 || kinds.includes(kind)))
}
