import { useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

/** What somebody is asked who is about to leave. */
export interface LeaveQuestionWords {
  readonly title: string
  readonly text: string
  readonly leave: string
}

/** The forms that say so. */
const unsaved = createStore<readonly { readonly words: LeaveQuestionWords | undefined }[]>([])

/** A form says so for as long as leaving would lose what was typed into it; with `words` where it is something else that would be lost. */
export function useUnsaved(changed: boolean, words?: LeaveQuestionWords): void {
  useEffect(() => {
    if (!changed) return
    const mine = { words }
    unsaved.set([...unsaved.get(), mine])
    return () => unsaved.set(unsaved.get().filter((one) => one !== mine))
  }, [changed, words])
}

/** Whether any form on the page says so. */
export const useAnyUnsaved = (): boolean => useStore(unsaved).length > 0

/** What is asked in words of its own, where it is nothing else that would be lost. */
export function useLeaveQuestionWords(): LeaveQuestionWords | undefined {
  const [one, ...others] = useStore(unsaved)
  return others.length === 0 ? one?.words : undefined
}

/** Whether the values of a form are others than when it was opened or, since then, saved. */
export function useChanges<T>(values: T): { readonly changed: boolean; saved(sent: T): void } {
  const now = JSON.stringify(values)
  const [kept, keep] = useState(now)
  return { changed: now !== kept, saved: (sent) => keep(JSON.stringify(sent)) }
}

type Ask = (go: () => void) => void
let ask: Ask | undefined

/** The question that stands on the page, and lets `go` happen only if that is the answer. */
export function setLeaveQuestion(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** Does at once what would take a form away, or, where something in it is not saved, once somebody has said so. */
export function confirmUnsaved(go: () => void): void {
  if (unsaved.get().length > 0 && ask) ask(go)
  else go()
}
