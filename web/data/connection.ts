import { createStore, useStore } from '#web/lib/store.ts'

const network = createStore(navigator.onLine)
const answers = createStore(true)
for (const change of ['online', 'offline']) addEventListener(change, () => network.set(navigator.onLine))

export const connection = { isUp: answers.get, onAnswer: answers.set }

export const isConnected = (): boolean => network.get() && answers.get()

export function useConnected(): boolean {
  // Hooks must both be called on every render.
  const [hasNetwork, hasAnswer] = [useStore(network), useStore(answers)]
  return hasNetwork && hasAnswer
}
