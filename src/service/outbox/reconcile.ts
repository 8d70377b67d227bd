import { wholeTicket } from '#events/deliveries.ts'
import type { Clock } from '#kit/time.ts'
import { laneOf } from '#store/outbox/outbox.ts'
import type { Store } from '#store/store.ts'
import type { ExternalSystem, RemoteTicket } from '../shared/ports.ts'
import { refOf } from './ticket-message.ts'

export interface ReconcileResult {
  readonly ticket: number
  readonly verdict: 'right' | 'under_way' | 'corrected' | 'promised_again'
  readonly remote: RemoteTicket | undefined
}

export interface ReconcileOptions {
  readonly store: Store
  readonly external: ExternalSystem
  readonly system: string
  readonly now: Clock
}

/**
 * Asks the external system for each forwarded ticket, forwards missing ones again and stores changed numbers. Throws
 * `Trouble` at the first failure.
 */
export async function* reconcile({ store, external, system, now }: ReconcileOptions): AsyncGenerator<ReconcileResult> {
  const signal = new AbortController().signal
  await external.check(signal)
  const instance = await store.read((tx) => tx.remotes.instance())
  for (const id of await store.read((tx) => tx.remotes.forwarded())) yield await compare(id)

  async function compare(ticket: number): Promise<ReconcileResult> {
    const under = await store.read((tx) => tx.outbox.undelivered(laneOf('external', ticket)))
    if (under) return { ticket, verdict: 'under_way', remote: undefined }
    const remote = await external.find?.(refOf(instance, ticket), signal)
    return store.upkeep(async (tx) => {
      await tx.tickets.lock(ticket)
      if (await tx.outbox.undelivered(laneOf('external', ticket))) return { ticket, verdict: 'under_way', remote }
      const known = await tx.remotes.find(ticket)
      if (!remote) {
        await tx.remotes.remove(ticket)
        await tx.outbox.add({ destination: 'external', ...wholeTicket(ticket) }, now())
        return { ticket, verdict: 'promised_again', remote }
      }
      if (known?.system === system && known.id === remote.id && known.url === remote.url)
        return { ticket, verdict: 'right', remote }
      await tx.remotes.save(ticket, { ...remote, system })
      return { ticket, verdict: 'corrected', remote }
    })
  }
}
