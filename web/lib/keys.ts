import { useWindowEvent } from '@mantine/hooks'
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
  useWindowEvent('keydown', (event) => {
    if (!keysOn.get() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTaken(event.target) || document.querySelector('dialog[open], [role=menu]')) return
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
}

const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
