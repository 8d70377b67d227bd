import { missingInProfile, type TicketContact, type TicketDraft, ticketInput } from '#client/ticket-draft.ts'
import { api, invalidate, queryClient, refreshMe } from './api.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'

/** Creates the ticket of a draft; returns its number. A person without a profile gets one from it. */
export async function submitTicket(
  draft: TicketDraft,
  contact: TicketContact,
  pic: readonly string[],
): Promise<string | null> {
  let id: string | null = null
  await api.tickets.create(ticketInput(draft, contact, pic), {
    key: draft.key,
    signal: AbortSignal.timeout(20_000),
    onHeaders: (header) => {
      id = header('x-ticket-id')
    },
  })
  const me = queryClient.getQueryData(queries.me.info(session.token()).queryKey)
  const lacking = me ? missingInProfile(me, contact) : {}
  if (Object.keys(lacking).length > 0) void api.users.update(lacking).then(refreshMe, () => {})
  await invalidate('tickets')
  return id
}
