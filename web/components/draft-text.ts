import { useState } from 'react'
import { storedDraft } from '#web/lib/stored-text.ts'

/** A text that survives leaving the page, unless `kept` is false. */
export function useDraftText(name: string, kept = true): readonly [text: string, write: (text: string) => void] {
  const [stored] = useState(() => (kept ? storedDraft(sessionStorage, name) : undefined))
  const [text, setText] = useState(() => stored?.get() ?? '')
  const write = (next: string) => {
    setText(next)
    stored?.set(next || undefined)
  }
  return [text, write]
}
