import { useEffect } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'
import { useConnected } from './connection.ts'
import { useToken } from './session.ts'

// Tells without the browser's database whether finished tickets wait there, so that most visits never open it.
const stored = storedText(localStorage, 'fettle.queued')
const any = createStore(stored.get() !== undefined)

export const useAnyQueued = (): boolean => useStore(any)

export function markQueued(yes: boolean): void {
  stored.set(yes ? 'yes' : undefined)
  if (any.get() !== yes) any.set(yes)
}

/** Sends finished tickets at intervals, and when the connection or a login returns. */
export function useQueueSending(): void {
  const queued = useAnyQueued()
  const connected = useConnected()
  const token = useToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to try
  useEffect(() => {
    if (!queued) return
    const send = () => void import('./ticket-sending.ts').then(({ sendQueue }) => sendQueue()).catch(() => {})
    send()
    const timer = setInterval(send, 5_000)
    return () => clearInterval(timer)
  }, [queued, connected, token])
}
