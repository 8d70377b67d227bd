import { useEffect } from 'react'
import { useAnyQueued } from '#web/lib/tickets-queued.ts'
import { useConnected } from './connection.ts'
import { useToken } from './session.ts'

/** Sends finished tickets at intervals, and when the connection or a login returns. */
export function useSendOfflineTickets(): void {
  const queued = useAnyQueued()
  const connected = useConnected()
  const token = useToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to try
  useEffect(() => {
    if (!queued) return
    const send = () => void import('./send-offline-tickets.ts').then(({ sendQueue }) => sendQueue()).catch(() => {})
    send()
    const timer = setInterval(send, 5_000)
    return () => clearInterval(timer)
  }, [queued, connected, token])
}
