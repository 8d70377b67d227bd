import { noteTypes, statusMeaning, ticketTypes } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import type { RemarkContent } from '#events/deliveries.ts'
import { redacted } from '#rules/visibility.ts'
import type { OutboxRow } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import type { ForwardedTicket, Remark } from '../shared/ports.ts'

export interface TicketMessageOptions {
  readonly lang: Lang
  readonly publicUrl: string
  readonly phone: boolean
}

// The shortest limit of all supported systems (Request Tracker).
const maxSubject = 200

export const refOf = (instance: string, ticketId: number) => `${instance}-${ticketId}`

/** A ticket for another system: device and fault, without names. */
export function forwardedTicket(
  ticket: Ticket,
  ref: string,
  { lang, publicUrl, phone }: TicketMessageOptions,
): ForwardedTicket {
  const { subject, text } = words[lang].external
  const { id, device, device_model: deviceModel, description, forwarded_at } = redacted(ticket)
  const type = ticket.type === ticketTypes.computer ? 'computer' : 'appliance'
  const facts = {
    id,
    type,
    device,
    deviceModel,
    description,
    ...(phone && ticket.phone ? { phone: ticket.phone } : {}),
  } as const
  const link = publicUrl + pages.anyTicket.replace(':id', String(id))
  return {
    ref,
    at: forwarded_at ?? ticket.created_at,
    subject: [...subject(id, [device, deviceModel].join(' ').trim())].slice(0, maxSubject).join(''),
    text: text({ ...facts, type: words[lang].codes.type[type], link, ref }),
    link,
    facts,
  }
}

/** `undefined` if the comment was erased before the delivery. */
export async function remarkMessage(
  tx: Tx,
  row: OutboxRow,
  ticket: Ticket,
  ref: string,
  { lang, publicUrl }: TicketMessageOptions,
): Promise<Remark | undefined> {
  const { external, codes } = words[lang]
  const remark = JSON.parse(row.payload) as RemarkContent // the subscriber writes it
  const as = (text: string, note?: number): Remark => ({
    ref: `${ref}-${row.id}`,
    at: row.created_at,
    text,
    ...(note === undefined ? {} : { note }),
  })
  if ('status' in remark) return as(external.status(codes.status[statusMeaning(remark.status).name]))
  if ('retrieved' in remark) return as(remark.retrieved ? external.retrieved : external.unretrieved)
  const note = await tx.notes.find(remark.note)
  const pictures = await tx.media.countOf(remark.note)
  const content = note?.hidden === 1 ? '' : note?.content
  if (note?.type !== noteTypes.comment || (!content && pictures === 0)) return undefined
  const by = note.person_id === ticket.person_id || note.member_id === null ? 'owner' : 'team'
  const link = publicUrl + pages.anyTicket.replace(':id', String(ticket.id))
  return as(external.comment(by, content ?? '', pictures === 0 ? '' : external.pictures(pictures, link)), remark.note)
}
