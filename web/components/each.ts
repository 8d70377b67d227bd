import { useState } from 'react'
import { type Doing, useAction } from './action.ts'

/** The same thing done to one entry of a list or another, such as claiming a ticket. */
export interface Each {
  run(id: number): void
  readonly busy: boolean
  /** It is being done to this one. */
  at(id: number): boolean
  /** What was refused about this one. */
  refusedAt(id: number): string | undefined
  /** What was refused about one that has left the list meanwhile. */
  lost(list: readonly { readonly id: number }[]): { readonly id: number; readonly sentence: string } | undefined
}

export function useEach<O>(doing: Doing<number, O>): Each {
  const [tried, setTried] = useState(0)
  const action = useAction(doing)
  const sentence = action.rest
  return {
    run(id) {
      if (action.busy) return
      setTried(id)
      action.run(id)
    },
    busy: action.busy,
    at: (id) => action.busy && id === tried,
    refusedAt: (id) => (id === tried ? sentence : undefined),
    lost: (list) => (sentence && !list.some(({ id }) => id === tried) ? { id: tried, sentence } : undefined),
  }
}
