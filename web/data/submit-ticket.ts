import { missingInProfile, type TicketContact, type TicketDraft } from '#client/ticket-draft.ts'
import { api, invalidate, queryClient, refreshMe } from './api.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'

/** Creates the ticket of a draft; returns its number. A person without a profile gets one from it. */
export async function submitTicket(
  { key, device, deviceModel, description, accessories, kind }: TicketDraft,
  contact: TicketContact,
  pic: readonly string[],
): Promise<string | null> {
  let id: string | null = null
  await api.tickets.create(
    {
      // The kind decides. The old `type` field is still required by the interface.
      ...(kind > 1 ? { type: 0, kind } : { type: kind }),
      device: device.trim(),
      deviceModel: deviceModel.trim(),
      description: description.trim(),
      accessories: [...accessories],
      pic: [...pic],
      owner: contact.owner.trim(),
      phone: contact.phone.trim(),
    },
    {
      key,
      signal: AbortSignal.timeout(20_000),
      onHeaders: (header) => {
        id = header('x-ticket-id')
      },
    },
  )
  const me = queryClient.getQueryData(queries.me.info(session.token()).queryKey)
  const lacking = me ? missingInProfile(me, contact) : {}
  if (Object.keys(lacking).length > 0) void api.users.update(lacking).then(refreshMe, () => {})
  await invalidate('tickets')
  return id
}
