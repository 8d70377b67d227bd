import { setImmediate } from 'node:timers/promises'
import { statuses } from '#contract/codes.ts'
import { day, localDate, zoned } from '#kit/time.ts'
import { daysIdle, idleClaimStep, leaveAheadDays } from '#rules/tickets/idle-claims.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import type { LeaveWindow } from '#store/tickets/idle-claims.ts'
import { messagesTo } from '../messages/new-messages.ts'
import { systemActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { ticketChange } from '../shared/ticket-access.ts'

const atOnce = 200

function absencePeriod(ctx: Ctx, at: number): LeaveWindow {
  const { timeZone } = ctx.settings.current()
  const last = zoned(at, timeZone).add({ days: leaveAheadDays }).toPlainDate().toString()
  return { from: localDate(at, timeZone), until: last, askedSince: at - (leaveAheadDays + 1) * day }
}

async function sendReminder(ctx: Ctx, tx: Tx, id: number, kind: 'idle' | 'idle_team', since: number, at: number) {
  const ticket = await tx.tickets.find(id)
  const people =
    kind === 'idle'
      ? await tx.notify.ofMembers(ticket?.workers.map((worker) => worker.id) ?? [])
      : await tx.notify.ofTeam('admin')
  const item = { kind, ticket: id, since }
  await tx.outbox.addMessages(
    people.flatMap((person) => messagesTo(person, item, `${kind} ${id} ${since}`, ctx.ports.channels, ctx.gatherMs)),
    at,
  )
  if (kind === 'idle') await tx.claims.setReminded(id, since, at)
  else await tx.claims.setTeamReminded(id, at)
}

/** Decides again under the lock, because another node or a member may have changed the claim. */
function processClaim(ctx: Ctx, id: number, at: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const ticket = await tx.tickets.lock(id)
    const claim = await tx.claims.find(id, absencePeriod(ctx, at))
    const step = ticket && claim && idleClaimStep(claim, ctx.settings.current().claimDays, at)
    if (!step) return unchanged
    if (step.kind === 'remind') {
      await sendReminder(ctx, tx, id, step.reminder, claim.since, at)
      return unchanged
    }
    let next = ticket
    for (const worker of ticket.workers) next = await tx.tickets.drop(next, worker.id)
    next = await tx.tickets.update(next, { status: statuses.submitted })
    const facts = { ...ticketChange(ticket, next, true), days: daysIdle(claim.since, at), why: step.reason }
    return withEvent(tx, { kind: 'ticket.returned', by: systemActor, at, ...facts })
  })
}

/** Reminds workers of idle claims, and ends claims that stay idle. Any node may repeat it at any time. */
export async function endIdleClaims(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { claimDays } = ctx.settings.current()
  if (claimDays === 0 || ctx.store.storage.damage()) return
  const at = ctx.deletionTime()
  for (let last = 0; !signal?.aborted; ) {
    const claims = await ctx.store.read((tx) => tx.claims.after(last, atOnce, absencePeriod(ctx, at)))
    for (const claim of claims) if (idleClaimStep(claim, claimDays, at)) await processClaim(ctx, claim.id, at)
    if (claims.length < atOnce) break
    last = claims.at(-1)?.id ?? last
    // SQLite answers within the event-loop turn, so other requests run here.
    await setImmediate()
  }
  await ctx.store.upkeep((tx) => tx.claims.deleteStaleReminders())
}
