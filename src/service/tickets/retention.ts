import { statuses } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { day } from '#kit/time.ts'
import { ownerScrubber, withoutOwner } from '#rules/open-data/scrub.ts'
import { isWithTeam } from '#rules/tickets/tickets.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { Tx } from '#store/store.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import { releaseBookings } from '../repair-days/allocation.ts'
import type { Ctx } from '../shared/context.ts'
import { ticketChange } from '../shared/ticket-access.ts'
import { removeDeletedPictures } from './media.ts'
import { reindexing } from './reindexing.ts'

interface TicketToScrub {
  readonly ticket: Locked<Ticket>
  readonly more?: { readonly description: string }
}

/** Removes names, phones and pictures from locked tickets and their notes. */
async function eraseAll(tx: Tx, all: readonly TicketToScrub[]): Promise<void> {
  // Reads all names first, because a ticket has texts of those merged into it.
  const people = await tx.openData.namesOf(all.map(({ ticket }) => ticket.id))
  for (const { ticket, more } of all) {
    const { id } = ticket
    const names = people.get(id) ?? []
    const change = { owner: '', phone: '', ...withoutOwner(ticket, names, ticket.phone), ...more }
    await tx.tickets.update(ticket, { ...change, scrubbed: 1 })
    await tx.notes.rewrite(id, ownerScrubber(names, ticket.phone))
    await tx.media.retireTicket(ticket.id)
    await tx.custody.eraseNames(ticket.id)
    await tx.ratings.eraseText(ticket.id)
    await tx.idempotencyKeys.removeOfTicket(ticket.id)
    await tx.ticketSeen.removeOfTicket(ticket.id)
    await tx.receipts.remove(ticket.id)
    await tx.bookings.erase(id)
  }
  const former = await tx.ticketMerges.formerOwners(all.map(({ ticket }) => ticket.id))
  await tx.notify.deleteUnreachable([...all.map(({ ticket }) => ticket.person_id), ...former])
}

/** Refused while the team has a device of the person. Unclaimed tickets are cancelled. */
export async function eraseTickets(tx: Tx, personId: number, at: number, zone: string): Promise<RecordedEvent[]> {
  const own = await tx.tickets.idsOf(personId)
  // Includes comments of visitors whose tickets were merged into these.
  const people = [personId, ...(await tx.ticketMerges.formerOwners(own))]
  const all = new Set([...own, ...(await tx.notes.ticketsWithNotesBy(people))])
  const locked: Locked<Ticket>[] = []
  for (const id of [...all].sort((a, b) => a - b)) {
    const ticket = await tx.tickets.lock(id)
    if (ticket) locked.push(ticket)
  }
  const by = { personId, memberId: null }
  const released = await releaseBookings(tx, own, { by, at, zone })
  const events = await reindexing(tx, [...all], async () => {
    const recorded = await eraseOwn(
      tx,
      locked.filter(({ person_id }) => person_id === personId),
      personId,
      at,
    )
    for (const one of people) await tx.notes.eraseCommentsBy(one)
    return recorded
  })
  await tx.media.retirePerson(personId)
  await tx.idempotencyKeys.removeOfPerson(personId)
  return [...released, ...events]
}

async function eraseOwn(
  tx: Tx,
  own: readonly Locked<Ticket>[],
  personId: number,
  at: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  const ended: TicketToScrub[] = []
  const more = { description: '' }
  for (const ticket of own) {
    const { id } = ticket
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
  return events
}

export async function eraseOldTickets(ctx: Ctx): Promise<number> {
  const until = ctx.deletionTime() - ctx.settings.current().retentionDays * day
  let done = 0
  for (;;) {
    const count = await ctx.store.upkeep(async (tx) => {
      const ids = await tx.tickets.endedBy(until, 20)
      const ended: TicketToScrub[] = []
      for (const id of ids.toSorted((a, b) => a - b)) {
        const ticket = await tx.tickets.lock(id)
        if (ticket?.scrubbed === 0) ended.push({ ticket })
      }
      await reindexing(tx, ids, () => eraseAll(tx, ended))
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
