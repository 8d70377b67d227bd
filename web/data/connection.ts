import { createStore, useStore } from '#web/lib/store.ts'

const network = createStore(navigator.onLine)
const answers = createStore(true)
for (const change of ['online', 'offline']) addEventListener(change, () => network.set(navigator.onLine))

/** Whether the last call was answered, by whatever it was. */
export const connection = { isUp: answers.get, onAnswer: answers.set }

export const isConnected = (): boolean => network.get() && answers.get()

/** Whether there is a network and the service answers. */
export function useConnected(): boolean {
  // Both, always: they are hooks.
  const [hasNetwork, hasAnswer] = [useStore(network), useStore(answers)]
  return hasNetwork && hasAnswer
}
