import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { Visit } from '#web/data/queries.ts'
import { createStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'
import type { VisitAction } from './visit-actions.ts'
import { useVisitWords } from './words.ts'

type QueueCall = { readonly kinds: readonly number[] } | { readonly act: VisitAction; readonly visit: Visit }

export type QueueActions = ReturnType<typeof useQueueActions>

export function useQueueActions(done: (visit: Visit) => void) {
  const words = useVisitWords()
  const [about, setAbout] = useState('')
  const action = useAction({
    work: (doing: QueueCall) => {
      const bench = ownBench.get().trim()
      if ('kinds' in doing) return api.counter.call({ kinds: [...doing.kinds], bench })
      const { act, visit } = doing
      return act === 'call' ? api.counter.call({ id: visit.id, bench }) : api.counter.mark({ id: visit.id, state: act })
    },
    onSuccess: done,
    // After a lost race the list shows who called the visitor.
    onSettled: () => invalidate('visits', 'tickets', 'custody'),
  })
  const run = (doing: QueueCall, number = '') => {
    if (action.busy) return
    setAbout(number)
    action.submit(doing)
  }
  return {
    callNext: (kinds: readonly number[]) => run({ kinds }),
    run: (act: VisitAction, visit: Visit) => run({ act, visit }, visit.number),
    busy: action.busy,
    refused: action.formError && (about ? words.lost(about, action.formError) : action.formError),
  }
}

const choice = storedText(localStorage, 'fettle.mends')

/** The kinds of device that this browser's member mends; empty means all. */
export const mendedKinds = {
  ...createStore(read(choice.get())),
  choose(kinds: readonly number[]): void {
    choice.set(kinds.length > 0 ? JSON.stringify(kinds) : undefined)
    mendedKinds.set(kinds)
  },
}

const bench = storedText(localStorage, 'fettle.bench')

/** Where visitors come who are called on this device. */
export const ownBench = {
  ...createStore(bench.get() ?? ''),
  choose(name: string): void {
    bench.set(name || undefined)
    ownBench.set(name)
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
