import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'
import { storedText } from './stored-text.ts'

const choice = storedText(localStorage, 'fettle.keys')

/** Whether single keys act. Users of speech input can switch them off. */
export const keysOn = {
  ...createStore(choice.get() !== 'off'),
  choose(on: boolean): void {
    choice.set(on ? undefined : 'off')
    keysOn.set(on)
  },
}

/** Binds single keys, except while the user types or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!keysOn.get() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTaken(event.target) || document.querySelector('dialog[open], [role=menu]')) return
      const act = current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
