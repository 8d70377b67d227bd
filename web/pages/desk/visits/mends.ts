import type { Visit } from '#web/data/queries.ts'
import { createStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'

const choice = storedText(localStorage, 'fettle.mends')

/** The kinds that whoever works here can mend; none is all. */
export const mendedKinds = {
  ...createStore(read(choice.get())),
  choose(kinds: readonly number[]): void {
    choice.set(kinds.length > 0 ? JSON.stringify(kinds) : undefined)
    mendedKinds.set(kinds)
  },
}

/** What a browser kept may be of another version. */
function read(text: string | undefined): readonly number[] {
  try {
    const kinds: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kinds) ? kinds.filter((kind) => Number.isInteger(kind)) : []
  } catch {
    return []
  }
}

/** Who waits and could be called by somebody who mends these. */
export function waitingFor(list: readonly Visit[], kinds: readonly number[]): readonly Visit[] {
  return list.filter(({ state, kind }) => state === 'waiting' && (kinds.length === 0 || kinds.includes(kind)))
}
