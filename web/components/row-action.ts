import { useState } from 'react'
import { type ActionOptions, useAction } from './action.ts'

export type RowAction = ReturnType<typeof useRowAction>

/** An action on one row of a list, such as claiming a ticket. */
export function useRowAction<O>(doing: ActionOptions<number, O>) {
  const [tried, setTried] = useState(0)
  const action = useAction(doing)
  const sentence = action.formError
  return {
    submit(id: number) {
      if (action.busy) return
      setTried(id)
      action.submit(id)
    },
    busy: action.busy,
    isBusyAt: (id: number) => action.busy && id === tried,
    errorOf: (id: number) => (id === tried ? sentence : undefined),
    /** The error of a row that has left the list since. */
    lostError: (list: readonly { readonly id: number }[]) =>
      sentence && !list.some(({ id }) => id === tried) ? { id: tried, sentence } : undefined,
  }
}
