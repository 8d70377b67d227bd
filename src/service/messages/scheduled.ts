import { day, hour, localDate } from '#kit/time.ts'
import {
  digestDate,
  dutyNews,
  isEveningBefore,
  type MessageItem,
  remindersAt,
  uncollectedDays,
} from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { NewMessage } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import type { Channels } from '../shared/ports.ts'
import { configuredChannels, isFailing } from './channel-health.ts'
import { helperReminders } from './helper-reminders.ts'
import { messagesTo, messagesToChat } from './new-messages.ts'
import { upkeepFaults } from './upkeep-faults.ts'

/** Keys that the outbox has already. */
const cacheOf = perContext(() => ({
  written: new Set<string>() as ReadonlySet<string>,
  /** For uncollected devices that were handled within the hour. */
  uncollected: new Set<string>(),
  hour: 0,
}))

/** Queues all messages that are due by the clock. Each node runs it each minute; the keys prevent duplicates. */
export async function queueScheduledMessages(ctx: Ctx): Promise<void> {
  if (configuredChannels(ctx).length === 0) return
  const at = ctx.deletionTime()
  const cache = cacheOf(ctx)
  const thisHour = Math.floor(at / hour)
  if (thisHour !== cache.hour) cache.uncollected.clear()
  cache.hour = thisHour
  const { found, uncollected } = await ctx.store.read(async (tx) => {
    const admins = await tx.notify.ofTeam('admin')
    const uncollected = await uncollectedMessages(ctx, tx, cache.uncollected, at)
    const found = [
      ...(await shiftMessages(ctx, tx, admins, at)),
      ...uncollected.messages,
      ...(await bookingReminders(ctx, tx, at)),
      ...(await helperReminders(ctx, tx, admins, at)),
      ...chatNews(ctx, at),
      ...(await faultMessages(ctx, tx, admins, at)),
    ]
    return { found, uncollected }
  })
  const fresh = found.filter(({ key }) => !cache.written.has(key))
  if (fresh.length > 0) await ctx.store.upkeep((tx) => tx.outbox.addMessages(fresh, at))
  for (const key of uncollected.keys) cache.uncollected.add(key)
  // A reason that ends and returns is looked up in the outbox again.
  cache.written = new Set(found.map(({ key }) => key))
}

function toPeople(channels: Channels, people: readonly Recipient[], item: MessageItem, key: string): NewMessage[] {
  return people.flatMap((person) => messagesTo(person, item, key, channels))
}

async function shiftMessages(ctx: Ctx, tx: Tx, admins: readonly Recipient[], at: number): Promise<NewMessage[]> {
  const { channels } = ctx.ports
  const reminders = remindersAt(ctx.duty.facts(), ctx.settings.current(), at)
  if (reminders.length === 0) return []
  const team = await tx.notify.ofTeam('member')
  const names = new Map((await tx.members.active()).map(({ id, name }) => [id, name]))
  return reminders.flatMap(({ kind, date, shift, people }) => {
    const item = { kind, date, shift }
    const key = `${kind} ${date} ${shift}`
    if (kind === 'gap') return [...toPeople(channels, admins, item, key), ...messagesToChat(ctx, item, key)]
    const onShift = team.filter(({ memberId }) => people.includes(names.get(memberId ?? 0) ?? ''))
    return toPeople(channels, onShift, item, key)
  })
}

async function uncollectedMessages(ctx: Ctx, tx: Tx, handled: ReadonlySet<string>, at: number) {
  const days = ctx.settings.current().messages.uncollectedDays
  const oldest = at - (Math.max(0, ...days) + 8) * day
  const ready = days.length > 0 ? await tx.tickets.readySince(oldest) : []
  const due = ready.flatMap((ticket) => {
    const count = uncollectedDays(ticket.finishedAt, days, at)
    const key = `uncollected ${ticket.id} ${ticket.finishedAt} ${count}`
    return count === undefined || handled.has(key) ? [] : [{ ...ticket, count, key }]
  })
  const owners = await tx.notify.people(due.map(({ personId }) => personId))
  const byId = new Map(owners.map((owner) => [owner.personId, owner]))
  const messages = due.flatMap(({ id, personId, finishedAt, count, key }) => {
    const owner = byId.get(personId)
    const item = { kind: 'uncollected', ticket: id, days: count, finished: finishedAt } as const
    return owner ? toPeople(ctx.ports.channels, [owner], item, key) : []
  })
  return { messages, keys: due.map(({ key }) => key) }
}

/** In the evening before the wave. */
async function bookingReminders(ctx: Ctx, tx: Tx, at: number): Promise<NewMessage[]> {
  const { messages, timeZone } = ctx.settings.current()
  const found: NewMessage[] = []
  for (const day of await tx.repairDays.announcedUntil(at)) {
    const due = day.waves.filter(({ from }) => isEveningBefore(messages, timeZone, from, at)).map(({ id }) => id)
    if (due.length === 0) continue
    const booked = (await tx.bookings.ofDay(day.id)).filter(
      ({ state, wave }) => state === 'booked' && due.includes(wave ?? 0),
    )
    const owners = new Map(
      (await tx.notify.people(booked.map(({ personId }) => personId))).map((one) => [one.personId, one]),
    )
    for (const { ticket, personId, wave } of booked) {
      const owner = owners.get(personId)
      const item = { kind: 'booking_tomorrow', ticket, day: day.id } as const
      const begin = day.waves.find(({ id }) => id === wave)?.from
      if (owner)
        found.push(...toPeople(ctx.ports.channels, [owner], item, `booking_tomorrow ${day.id} ${ticket} ${begin}`))
    }
  }
  return found
}

function chatNews(ctx: Ctx, at: number): NewMessage[] {
  const { messages, timeZone } = ctx.settings.current()
  const news = dutyNews(ctx.duty.facts(), at)
  const date = digestDate(messages, timeZone, at)
  return [
    ...(news ? messagesToChat(ctx, { kind: 'duty' }, `duty ${news}`) : []),
    ...(date ? messagesToChat(ctx, { kind: 'digest', date }, `digest ${date}`) : []),
  ]
}

async function faultMessages(ctx: Ctx, tx: Tx, admins: readonly Recipient[], at: number): Promise<NewMessage[]> {
  const { channels } = ctx.ports
  const today = localDate(at, ctx.settings.current().timeZone)
  const found: NewMessage[] = []
  if ((await tx.outbox.count('external', outboxStates.stuck)) > 0)
    found.push(...toPeople(channels, admins, { kind: 'external' }, `external ${today}`))
  for (const what of upkeepFaults(ctx))
    found.push(...toPeople(channels, admins, { kind: 'upkeep', what }, `upkeep ${what} ${today}`))
  for (const channel of configuredChannels(ctx)) {
    if (!(await isFailing(tx, channel, at))) continue
    // The message must not use the failing channel.
    const others: Channels = { ...channels, [channel]: undefined }
    found.push(...toPeople(others, admins, { kind: 'channel', channel }, `channel ${channel} ${today}`))
  }
  return found
}
