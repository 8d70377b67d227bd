import { statuses } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { day } from '#kit/time.ts'
import { forgetter, withoutOwner } from '#rules/open-data/scrub.ts'
import { isWithTeam } from '#rules/tickets/tickets.ts'
import type { Recorded } from '#store/events.ts'
import type { Tx } from '#store/store.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import type { Ctx } from '../shared/context.ts'
import { ticketChange } from '../shared/ticket-access.ts'
import { removeDeletedPictures } from './media.ts'
import { ticketGrams } from './search-text.ts'

interface Scrubbed {
  readonly ticket: Locked<Ticket>
  readonly more?: { readonly description: string }
}

/** Removes names, phones and pictures from locked tickets, their notes, and the search index. */
async function eraseAll(tx: Tx, all: readonly Scrubbed[]): Promise<void> {
  const gone = []
  // Reads all names first, because a ticket has texts of those merged into it.
  const people = await tx.openData.namesOf(all.map(({ ticket }) => ticket.id))
  for (const { ticket, more } of all) {
    const { id } = ticket
    const names = people.get(id) ?? []
    const change = { owner: '', phone: '', ...withoutOwner(ticket, names, ticket.phone), ...more }
    const [before, after] = [ticketGrams(ticket), ticketGrams({ ...ticket, ...change })]
    // A removed name leaves its neighbours adjacent, which makes new grams.
    const isNew = !after.isSubsetOf(before)
    gone.push({ id, grams: isNew ? before : before.difference(after) })
    if (isNew) tx.ticketQueues.reindex(id)
    await tx.tickets.update(ticket, { ...change, scrubbed: 1 })
    await tx.notes.rewrite(id, forgetter(names, ticket.phone))
    await tx.media.retireTicket(ticket.id)
    await tx.custody.eraseNames(ticket.id)
    await tx.ratings.eraseText(ticket.id)
    await tx.idempotencyKeys.removeOfTicket(ticket.id)
    await tx.ticketSeen.removeOfTicket(ticket.id)
    await tx.receipts.remove(ticket.id)
  }
  const former = await tx.ticketMerges.formerOwners(all.map(({ ticket }) => ticket.id))
  await tx.notify.deleteUnreachable([...all.map(({ ticket }) => ticket.person_id), ...former])
  // Last and at once, so that index rows are locked in order. An unindexed ticket has none.
  await tx.searchIndex.remove(gone)
}

/** Refused while the team has a device of the person. Unclaimed tickets are cancelled. */
export async function eraseTickets(tx: Tx, personId: number, at: number): Promise<Recorded[]> {
  const events: Recorded[] = []
  const ended: Scrubbed[] = []
  const more = { description: '' }
  for (const id of await tx.tickets.idsOf(personId)) {
    const ticket = await tx.tickets.lock(id)
    if (!ticket) continue
    const isOnItsWay = isWithTeam({ status: ticket.status, confirmed: ticket.confirmed_at !== null })
    if (isOnItsWay || (await tx.custody.holding(id))) throw new Refusal('device_with_team', { id })
    if (ticket.status === statuses.submitted) {
      const next = await tx.tickets.update(ticket, { status: statuses.cancelled, open: 0, ended_at: at })
      const by = { personId, memberId: null }
      events.push(await tx.record({ kind: 'ticket.withdrawn', by, at, ...ticketChange(ticket, next) }))
      ended.push({ ticket: next, more })
    } else ended.push({ ticket, more })
  }
  await eraseAll(tx, ended)
  // Includes comments of visitors whose tickets were merged into these.
  for (const one of [personId, ...(await tx.ticketMerges.formerOwners(ended.map(({ ticket }) => ticket.id)))])
    await tx.notes.eraseCommentsBy(one)
  await tx.media.retirePerson(personId)
  await tx.idempotencyKeys.removeOfPerson(personId)
  return events
}

export async function eraseOldTickets(ctx: Ctx): Promise<number> {
  const until = ctx.deletionTime() - ctx.settings.current().retentionDays * day
  let done = 0
  for (;;) {
    const count = await ctx.store.upkeep(async (tx) => {
      const ids = await tx.tickets.endedBy(until, 20)
      const ended: Scrubbed[] = []
      for (const id of ids.toSorted((a, b) => a - b)) {
        const ticket = await tx.tickets.lock(id)
        if (ticket?.scrubbed === 0) ended.push({ ticket })
      }
      await eraseAll(tx, ended)
      return ids.length
    })
    done += count
    if (count === 0) break
  }
  try {
    await removeDeletedPictures(ctx)
  } finally {
    // In each run, because an erasure may have failed to scrub after its commit. The rows of pictures must be gone by
    // then.
    await ctx.store.storage.scrub()
  }
  return done
}
