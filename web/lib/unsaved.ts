import { useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

export interface LeaveQuestionWords {
  readonly title: string
  readonly text: string
  readonly leave: string
}

const unsaved = createStore<readonly { readonly words: LeaveQuestionWords | undefined }[]>([])

/** Registers unsaved input. `words` replace the usual question. */
export function useUnsaved(changed: boolean, words?: LeaveQuestionWords): void {
  useEffect(() => {
    if (!changed) return
    const mine = { words }
    unsaved.set([...unsaved.get(), mine])
    return () => unsaved.set(unsaved.get().filter((one) => one !== mine))
  }, [changed, words])
}

export const useAnyUnsaved = (): boolean => useStore(unsaved).length > 0

/** The words of the only form with unsaved input, if it has its own. */
export function useLeaveQuestionWords(): LeaveQuestionWords | undefined {
  const [one, ...others] = useStore(unsaved)
  return others.length === 0 ? one?.words : undefined
}

export function useChanges<T>(values: T): { readonly changed: boolean; saved(sent: T): void } {
  const now = JSON.stringify(values)
  const [kept, keep] = useState(now)
  return { changed: now !== kept, saved: (sent) => keep(JSON.stringify(sent)) }
}

type LeaveQuestion = (go: () => void) => void
let ask: LeaveQuestion | undefined

export function setLeaveQuestion(question: LeaveQuestion): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** Leaves a form at once, or asks first if it has unsaved changes. */
export function confirmUnsaved(go: () => void): void {
  if (unsaved.get().length > 0 && ask) ask(go)
  else go()
}
