import { useEffect, useState } from 'react'
import { store, useStore } from './store.ts'

/** How many forms say so. */
const unsaved = store(0)

/** A form says so for as long as leaving would lose what was typed into it. */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return
    unsaved.set(unsaved.get() + 1)
    return () => unsaved.set(unsaved.get() - 1)
  }, [changed])
}

/** Whether any form on the page says so. */
export const useAnyUnsaved = (): boolean => useStore(unsaved) > 0

/** Whether the values of a form are others than when it was opened or, since then, saved. */
export function useChanges<T>(values: T): { readonly changed: boolean; saved(sent: T): void } {
  const now = JSON.stringify(values)
  const [kept, keep] = useState(now)
  return { changed: now !== kept, saved: (sent) => keep(JSON.stringify(sent)) }
}

type Ask = (go: () => void) => void
let ask: Ask | undefined

/** The question that stands on the page, and lets `go` happen only if that is the answer. */
export function answerWith(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** Does at once what would take a form away, or, where something in it is not saved, once somebody has said so. */
export function unlessUnsaved(go: () => void): void {
  if (unsaved.get() > 0 && ask) ask(go)
  else go()
}
