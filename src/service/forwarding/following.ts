import type { Status } from '#contract/codes.ts'
import type { Tx } from '#store/store.ts'

/** What the external ticket system is told later about a ticket: what somebody wrote, or how it stands. */
export type Told = { readonly note: number } | { readonly status: Status } | { readonly retrieved: true }

/** What happens to a forwarded ticket is promised too. The ticket must be held, so that things follow in their order. */
export async function follow(
  tx: Tx,
  ticket: { readonly id: number; readonly forwarded_at: number | null },
  told: Told,
  at: number,
): Promise<void> {
  if (ticket.forwarded_at !== null) await tx.outbox.promise('remark', String(ticket.id), { id: ticket.id, ...told }, at)
}
