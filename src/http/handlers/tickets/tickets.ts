import { noteTypes, type Status } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function ticketHandlers({
  tickets,
  ticketViews,
  notes,
  ratings,
  similar,
  merging,
}: Services): Handlers<'tickets'> {
  return {
    create: async ({ actor, input, key, headers }) => {
      const { ticketId } = await tickets.create(actor, input, key)
      if (ticketId !== null) headers['x-ticket-id'] = String(ticketId)
      return {}
    },
    mine: ({ actor, input }) => ticketViews.mine(actor, input),
    info: ({ actor, input, lang }) => ticketViews.info(actor, input.id, lang),
    addnote: async ({ actor, input: { id, ...note }, key }) => ({ id: await notes.add(actor, id, note, key) }),
    newcomment: async ({ actor, input: { id, ...note }, key }) => {
      await notes.add(actor, id, note, key)
      return {}
    },
    cancel: async ({ actor, input }) => {
      await tickets.cancel(actor, input.id)
      return {}
    },
    contact: async ({ actor, input: { id, ...contact } }) => {
      await tickets.contact(actor, id, contact)
      return {}
    },
    pick: async ({ actor, input }) => {
      await tickets.pick(actor, input.id)
      return {}
    },
    update: async ({ actor, input: { id, status, internal, ...said }, key }) => {
      const note = internal ? { ...said, type: noteTypes.internal } : said
      await tickets.update(actor, id, { status: status as Status, ...note }, key) // 0 to 7, by the contract
      return {}
    },
    retrieve: async ({ actor, input: { id, ...wish } }) => {
      await tickets.retrieve(actor, id, wish)
      return {}
    },
    unretrieve: async ({ actor, input }) => {
      await tickets.unretrieve(actor, input.id)
      return {}
    },
    assign: async ({ actor, input: { id, ...whom } }) => {
      await tickets.assign(actor, id, whom)
      return {}
    },
    drop: async ({ actor, input }) => {
      await tickets.drop(actor, input.id, input.member)
      return {}
    },
    similar: ({ actor, input }) => similar.find(actor, input.id),
    merge: async ({ actor, input }) => {
      await merging.merge(actor, input.id, input.into)
      return {}
    },
    unmerge: async ({ actor, input }) => {
      await merging.unmerge(actor, input.id)
      return {}
    },
    rate: async ({ actor, input: { id, ...wish } }) => {
      await ratings.rate(actor, id, wish)
      return {}
    },
    forward: async ({ actor, input }) => {
      await tickets.forward(actor, input.id)
      return {}
    },
    uncompleted: ({ actor, input }) => ticketViews.uncompleted(actor, input),
    uncompletedAll: ({ actor, input }) => ticketViews.uncompleted(actor, input, limits.page),
    list: ({ actor, input }) => ticketViews.list(actor, input),
    search: ({ actor, input }) => ticketViews.search(actor, input),
    counts: ({ actor }) => ticketViews.counts(actor),
    seen: async ({ actor, input }) => {
      await ticketViews.seen(actor, input.id, input.note)
      return {}
    },
  }
}
