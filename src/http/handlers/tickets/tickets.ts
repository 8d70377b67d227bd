import { noteTypes, type Status } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import type { Ctx } from '#service/shared/context.ts'
import { listTickets, listUncompleted, myTickets, searchTickets, ticketCounts } from '#service/tickets/lists.ts'
import { mergeTickets, unmergeTickets } from '#service/tickets/merging.ts'
import { addNote } from '#service/tickets/notes.ts'
import { rateTicket } from '#service/tickets/ratings.ts'
import { findSimilar } from '#service/tickets/similar.ts'
import {
  assignTicket,
  cancelTicket,
  changeContact,
  claimTicket,
  createTicket,
  dropTicket,
  forwardTicket,
  moveTicket,
  retrieveTicket,
  undoRetrieval,
} from '#service/tickets/tickets.ts'
import { markTicketSeen, ticketInfo } from '#service/tickets/views.ts'
import type { Handlers } from '../handler.ts'

export function ticketHandlers(ctx: Ctx): Handlers<'tickets'> {
  return {
    create: async ({ actor, input, key, headers }) => {
      const { ticketId } = await createTicket(ctx, actor, input, key)
      if (ticketId !== null) headers['x-ticket-id'] = String(ticketId)
    },
    mine: ({ actor, input }) => myTickets(ctx, actor, input),
    info: ({ actor, input, lang }) => ticketInfo(ctx, actor, input.id, lang),
    addnote: async ({ actor, input: { id, ...note }, key }) => ({ id: await addNote(ctx, actor, id, note, key) }),
    newcomment: async ({ actor, input: { id, ...note }, key }) => {
      await addNote(ctx, actor, id, note, key)
    },
    cancel: ({ actor, input }) => cancelTicket(ctx, actor, input.id),
    contact: ({ actor, input: { id, ...contact } }) => changeContact(ctx, actor, id, contact),
    pick: ({ actor, input }) => claimTicket(ctx, actor, input.id),
    update: async ({ actor, input: { id, status, internal, ...said }, key }) => {
      const note = internal ? { ...said, type: noteTypes.internal } : said
      await moveTicket(ctx, actor, id, { status: status as Status, ...note }, key) // 0 to 7, by the contract
    },
    retrieve: ({ actor, input: { id, ...given } }) => retrieveTicket(ctx, actor, id, given),
    unretrieve: ({ actor, input }) => undoRetrieval(ctx, actor, input.id),
    assign: ({ actor, input: { id, ...whom } }) => assignTicket(ctx, actor, id, whom),
    drop: ({ actor, input }) => dropTicket(ctx, actor, input.id, input.member),
    similar: ({ actor, input }) => findSimilar(ctx, actor, input.id),
    merge: ({ actor, input }) => mergeTickets(ctx, actor, input.id, input.into),
    unmerge: ({ actor, input }) => unmergeTickets(ctx, actor, input.id),
    rate: ({ actor, input: { id, ...given } }) => rateTicket(ctx, actor, id, given),
    forward: ({ actor, input }) => forwardTicket(ctx, actor, input.id),
    uncompleted: ({ actor, input }) => listUncompleted(ctx, actor, input),
    uncompletedAll: ({ actor, input }) => listUncompleted(ctx, actor, input, limits.page),
    list: ({ actor, input }) => listTickets(ctx, actor, input),
    search: ({ actor, input }) => searchTickets(ctx, actor, input),
    counts: ({ actor }) => ticketCounts(ctx, actor),
    seen: ({ actor, input }) => markTicketSeen(ctx, actor, input.id, input.note),
  }
}
