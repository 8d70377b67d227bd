import { noteTypes, type Status } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import type { Ctx } from '#service/shared/context.ts'
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
import {
  listTickets,
  listUncompleted,
  markTicketSeen,
  myTickets,
  searchTickets,
  ticketCounts,
  ticketInfo,
} from '#service/tickets/views.ts'
import type { Handlers } from '../handler.ts'

export function ticketHandlers(ctx: Ctx): Handlers<'tickets'> {
  return {
    create: async ({ actor, input, key, headers }) => {
      const { ticketId } = await createTicket(ctx, actor, input, key)
      if (ticketId !== null) headers['x-ticket-id'] = String(ticketId)
      return {}
    },
    mine: ({ actor, input }) => myTickets(ctx, actor, input),
    info: ({ actor, input, lang }) => ticketInfo(ctx, actor, input.id, lang),
    addnote: async ({ actor, input: { id, ...note }, key }) => ({ id: await addNote(ctx, actor, id, note, key) }),
    newcomment: async ({ actor, input: { id, ...note }, key }) => {
      await addNote(ctx, actor, id, note, key)
      return {}
    },
    cancel: async ({ actor, input }) => {
      await cancelTicket(ctx, actor, input.id)
      return {}
    },
    contact: async ({ actor, input: { id, ...contact } }) => {
      await changeContact(ctx, actor, id, contact)
      return {}
    },
    pick: async ({ actor, input }) => {
      await claimTicket(ctx, actor, input.id)
      return {}
    },
    update: async ({ actor, input: { id, status, internal, ...said }, key }) => {
      const note = internal ? { ...said, type: noteTypes.internal } : said
      await moveTicket(ctx, actor, id, { status: status as Status, ...note }, key) // 0 to 7, by the contract
      return {}
    },
    retrieve: async ({ actor, input: { id, ...wish } }) => {
      await retrieveTicket(ctx, actor, id, wish)
      return {}
    },
    unretrieve: async ({ actor, input }) => {
      await undoRetrieval(ctx, actor, input.id)
      return {}
    },
    assign: async ({ actor, input: { id, ...whom } }) => {
      await assignTicket(ctx, actor, id, whom)
      return {}
    },
    drop: async ({ actor, input }) => {
      await dropTicket(ctx, actor, input.id, input.member)
      return {}
    },
    similar: ({ actor, input }) => findSimilar(ctx, actor, input.id),
    merge: async ({ actor, input }) => {
      await mergeTickets(ctx, actor, input.id, input.into)
      return {}
    },
    unmerge: async ({ actor, input }) => {
      await unmergeTickets(ctx, actor, input.id)
      return {}
    },
    rate: async ({ actor, input: { id, ...wish } }) => {
      await rateTicket(ctx, actor, id, wish)
      return {}
    },
    forward: async ({ actor, input }) => {
      await forwardTicket(ctx, actor, input.id)
      return {}
    },
    uncompleted: ({ actor, input }) => listUncompleted(ctx, actor, input),
    uncompletedAll: ({ actor, input }) => listUncompleted(ctx, actor, input, limits.page),
    list: ({ actor, input }) => listTickets(ctx, actor, input),
    search: ({ actor, input }) => searchTickets(ctx, actor, input),
    counts: ({ actor }) => ticketCounts(ctx, actor),
    seen: async ({ actor, input }) => {
      await markTicketSeen(ctx, actor, input.id, input.note)
      return {}
    },
  }
}
