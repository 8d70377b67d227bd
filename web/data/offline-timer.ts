import { useEffect } from 'react'
import { useAnyQueued } from '#web/lib/tickets-queued.ts'
import { useConnected } from './connection.ts'
import { useToken } from './session.ts'

/** Sends at intervals, and when the connection or a login returns. */
export function useSendOften(send: () => unknown, any = true): void {
  const connected = useConnected()
  const token = useToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to try
  useEffect(() => {
    if (!any) return
    send()
    const timer = setInterval(send, 4_000)
    return () => clearInterval(timer)
  }, [any, connected, token])
}

const sendTickets = () => void import('./send-offline-tickets.ts').then(({ sendQueue }) => sendQueue()).catch(() => {})

/** Most visitors have no finished ticket that waits, and never load what sends it. */
export const useSendOfflineTickets = () => useSendOften(sendTickets, useAnyQueued())
