import type { OutboxRow } from '#store/outbox/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import type { ExternalSystem, RemoteTicket } from '../shared/ports.ts'
import { Trouble } from '../shared/trouble.ts'
import { forwardedTicket, refOf, remarkMessage, type TicketMessageOptions } from './ticket-message.ts'
import type { Deliverer } from './worker.ts'

export interface ExternalDeliveryOptions {
  readonly store: Store
  readonly external: ExternalSystem
  /** Identifies the system, because ticket numbers are valid in one system only. */
  readonly system: string
  readonly telling: () => TicketMessageOptions
  readonly giveUpMs: number
}

export function externalDelivery({ store, external, system, telling, giveUpMs }: ExternalDeliveryOptions): Deliverer {
  /** Creates the ticket unless an earlier try has done so. */
  async function create(row: OutboxRow, ticket: Ticket, ref: string, signal: AbortSignal): Promise<RemoteTicket> {
    const found = await external.find?.(ref, signal)
    // After a suspension of this node, another one may have the row.
    if (!found && !(await store.read((tx) => tx.outbox.isLeased(row)))) throw new Trouble({ say: 'unforeseen' })
    return found ?? external.create(forwardedTicket(ticket, ref, telling()), signal)
  }

  return {
    giveUpMs,
    givenUp: 'stuck',
    check: (signal) => external.check(signal),
    async deliver(row, signal) {
      const { id } = JSON.parse(row.payload) as { id: number } // every delivery to it names its ticket
      const { ticket, known, ref } = await store.read(async (tx) => ({
        ticket: await tx.tickets.find(id),
        known: await tx.remotes.find(id),
        ref: refOf(await tx.remotes.instance(), id),
      }))
      if (!ticket) return { how: 'delivered' }
      const remote = known?.system === system ? known : await create(row, ticket, ref, signal)
      const save = (tx: Tx) => tx.remotes.save(id, { ...remote, system })
      if (row.kind === 'ticket') return { how: 'delivered', ...(remote === known ? {} : { also: save }) }
      if (remote !== known) await store.upkeep(save)
      const remark = await store.read((tx) => remarkMessage(tx, row, ticket, ref, telling()))
      if (remark) await external.comment({ ...remote, ref }, remark, signal)
      return { how: 'delivered' }
    },
  }
}
