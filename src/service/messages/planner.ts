import { type ChannelName, chatChannels } from '#contract/messages/messages.ts'
import { type Clock, day, hour, localDate } from '#kit/time.ts'
import {
  digestDate,
  dutyNews,
  type MessageItem,
  remindersAt,
  type UpkeepFault,
  uncollectedDays,
} from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { NewMessage } from '#store/outbox/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import type { DutyMemory } from '../shared/duty-memory.ts'
import type { Channels } from '../shared/ports.ts'
import type { SettingService } from '../shared/settings.ts'
import { isFailing } from './channel-health.ts'
import { messagesTo, messagesToChat } from './new-messages.ts'

export interface PlannerParts {
  readonly store: Store
  readonly channels: Channels
  readonly settings: SettingService
  readonly duty: DutyMemory
  /** The time as far as it is believed: a clock that jumped reminds nobody. */
  readonly believed: Clock
  /** What of the service's own upkeep fails now. */
  readonly failing: () => readonly UpkeepFault[]
}

/**
 * Tells people what only the clock says: their shifts, devices that nobody collects, gaps, the day's digest. Once a minute it looks at what
 * holds now; whatever has been told has a key in the outbox, on whichever node, and is not told again.
 */
export function messagePlanner({ store, channels, settings, duty, believed, failing }: PlannerParts) {
  /** Keys of what holds and was written, so that each minute need not try again. */
  let known: ReadonlySet<string> = new Set()
  /** Devices whose owners were looked at within the hour. */
  const seen = new Set<string>()
  let seenIn = 0
  const bots = chatChannels.filter((channel) => channels[channel] !== undefined)

  async function planned(tx: Tx, at: number): Promise<{ found: NewMessage[]; lookedAt: string[] }> {
    const current = settings.current()
    const facts = duty.facts()
    const zone = facts.term.timeZone
    const found: NewMessage[] = []
    const chat = (item: MessageItem, key: string) => found.push(...messagesToChat(item, key, bots, current.messages))
    const tell = (people: readonly Recipient[], item: MessageItem, key: string) =>
      found.push(...people.flatMap((person) => messagesTo(person, item, key, channels)))

    const reminders = remindersAt(facts, current, at)
    const team = reminders.length > 0 ? await tx.notify.ofTeam('member') : []
    const names = new Map((reminders.length > 0 ? await tx.members.active() : []).map(({ id, name }) => [id, name]))
    const admins = await tx.notify.ofTeam('admin')
    for (const { kind, date, shift, people } of reminders) {
      const item = { kind, date, shift }
      const key = `${kind} ${date} ${shift}`
      if (kind === 'gap') {
        tell(admins, item, key)
        chat(item, key)
      } else {
        const theirs = team.filter(({ memberId }) => people.includes(names.get(memberId ?? 0) ?? ''))
        tell(theirs, item, key)
      }
    }

    const days = current.messages.uncollectedDays
    const oldest = at - (Math.max(0, ...days) + 8) * day
    const ready = days.length > 0 ? await tx.tickets.readySince(oldest) : []
    const due = ready.flatMap((ticket) => {
      const count = uncollectedDays(ticket.finishedAt, days, at)
      const key = `uncollected ${ticket.id} ${ticket.finishedAt} ${count}`
      return count === undefined || seen.has(key) ? [] : [{ ...ticket, count, key }]
    })
    const owners = await tx.notify.people(due.map(({ personId }) => personId))
    const byId = new Map(owners.map((owner) => [owner.personId, owner]))
    for (const { id, personId, finishedAt, count, key } of due) {
      const owner = byId.get(personId)
      if (owner) tell([owner], { kind: 'uncollected', ticket: id, days: count, finished: finishedAt }, key)
    }

    const news = dutyNews(facts, at)
    if (news) chat({ kind: 'duty' }, `duty ${news}`)
    const date = digestDate(current.messages, zone, at)
    if (date) chat({ kind: 'digest', date }, `digest ${date}`)

    const today = localDate(at, zone)
    if ((await tx.outbox.count('external', outboxStates.stuck)) > 0)
      tell(admins, { kind: 'external' }, `external ${today}`)
    for (const what of failing()) tell(admins, { kind: 'upkeep', what }, `upkeep ${what} ${today}`)
    for (const channel of Object.keys(channels) as ChannelName[]) {
      if (!(await isFailing(tx, channel, at))) continue
      // Not over the one that does not work.
      const others: Channels = { ...channels, [channel]: undefined }
      const item = { kind: 'channel', channel } as const
      found.push(...admins.flatMap((person) => messagesTo(person, item, `channel ${channel} ${today}`, others)))
    }
    return { found, lookedAt: due.map(({ key }) => key) }
  }

  return {
    /** Writes down what has to be told by now and was not yet. */
    async plan(): Promise<void> {
      if (Object.keys(channels).length === 0) return
      const at = believed()
      const hourNow = Math.floor(at / hour)
      if (hourNow !== seenIn) seen.clear()
      seenIn = hourNow
      const { found, lookedAt } = await store.read((tx) => planned(tx, at))
      const fresh = found.filter(({ key }) => !known.has(key))
      if (fresh.length > 0) await store.upkeep((tx) => tx.outbox.addMessages(fresh, at))
      for (const key of lookedAt) seen.add(key)
      // What holds no more is forgotten: should it hold again, the outbox knows whether it was told.
      known = new Set(found.map(({ key }) => key))
    },
  }
}
