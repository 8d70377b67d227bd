import { useState } from 'react'
import { type ActionOptions, useAction } from './action.ts'

/** An action on one row of a list, such as claiming a ticket. */
export interface RowAction {
  submit(id: number): void
  readonly busy: boolean
  isBusyAt(id: number): boolean
  errorOf(id: number): string | undefined
  /** The error of a row that has left the list since. */
  lostError(list: readonly { readonly id: number }[]): { readonly id: number; readonly sentence: string } | undefined
}

export function useRowAction<O>(doing: ActionOptions<number, O>): RowAction {
  const [tried, setTried] = useState(0)
  const action = useAction(doing)
  const sentence = action.formError
  return {
    submit(id) {
      if (action.busy) return
      setTried(id)
      action.submit(id)
    },
    busy: action.busy,
    isBusyAt: (id) => action.busy && id === tried,
    errorOf: (id) => (id === tried ? sentence : undefined),
    lostError: (list) => (sentence && !list.some(({ id }) => id === tried) ? { id: tried, sentence } : undefined),
  }
}
