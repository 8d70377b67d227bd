import { chatChannels } from '#contract/messages/messages.ts'
import type { Occasion } from '#events/occasions.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { Clock } from '#kit/time.ts'
import { dutyStatus } from '#rules/duty/duty.ts'
import { kindOfMove, type MessageItem } from '#rules/messages/messages.ts'
import { Unavailable } from '#store/engine/index.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { OccasionRow } from '#store/messages/occasions.ts'
import type { NewMessage } from '#store/outbox/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import { substituteObstacle } from '../duty/leaves.ts'
import type { DutyMemory } from '../shared/duty-memory.ts'
import type { Channels } from '../shared/ports.ts'
import type { SettingService } from '../shared/settings.ts'
import { messagesTo, messagesToChat } from './new-messages.ts'

export interface OccasionParts {
  readonly store: Store
  readonly channels: Channels
  readonly settings: SettingService
  readonly duty: DutyMemory
  readonly now: Clock
  /** Several things about one ticket within so long are one message. */
  readonly gatherMs: number
  readonly warn: (facts: object, text: string) => void
}

/** So many that others hardly wait for it. */
const atOnce = 64

/** Works out whom occasions are messages for. */
export function occasionDesk({ store, channels, settings, duty, now, gatherMs, warn }: OccasionParts) {
  const bots = chatChannels.filter((channel) => channels[channel] !== undefined)

  async function onDuty(tx: Tx): Promise<Recipient[]> {
    const { people } = dutyStatus(duty.facts(), now())
    if (people.length === 0) return []
    const ids = (await tx.members.active()).filter(({ name }) => people.includes(name)).map(({ id }) => id)
    return tx.notify.ofMembers(ids)
  }

  /** Who could come instead of somebody. */
  async function substitutes(tx: Tx, leaveId: number): Promise<Recipient[]> {
    const leave = await tx.leaves.find(leaveId)
    if (!leave) return []
    const fit = (await tx.members.active()).filter(
      ({ name }) => substituteObstacle(duty.facts(), leave, name) === undefined,
    )
    const ids = new Set(fit.map(({ id }) => id))
    return (await tx.notify.ofTeam('member')).filter(({ memberId }) => memberId !== null && ids.has(memberId))
  }

  const oneOf = (person: Recipient | undefined) => (person ? [person] : [])

  /** What there is to tell, and to whom. */
  async function hearers(tx: Tx, occasion: Occasion): Promise<{ item: MessageItem; people: Recipient[] } | undefined> {
    switch (occasion.say) {
      case 'created':
        return { item: { kind: 'new_ticket', ticket: occasion.ticket }, people: await onDuty(tx) }
      case 'leave_asked':
        return { item: { kind: 'offer', leave: occasion.leave }, people: await substitutes(tx, occasion.leave) }
      case 'leave_taken': {
        const leave = await tx.leaves.find(occasion.leave)
        const people = leave ? await tx.notify.ofMembers([leave.memberId]) : []
        return { item: { kind: 'place_taken', leave: occasion.leave }, people }
      }
      case 'feedback':
        return { item: { kind: 'feedback', feedback: occasion.feedback }, people: await tx.notify.ofTeam('admin') }
      default:
        return onTicket(tx, occasion)
    }
  }

  async function onTicket(tx: Tx, occasion: Extract<Occasion, { ticket: number }>) {
    const ticket = await tx.tickets.find(occasion.ticket)
    if (!ticket) return undefined
    const id = ticket.id
    const owner = async () => oneOf(await tx.notify.person(ticket.person_id))
    switch (occasion.say) {
      case 'moved': {
        const kind = kindOfMove[occasion.status]
        return kind && { item: { kind, ticket: id } as const, people: await owner() }
      }
      case 'retrieved':
        return { item: { kind: 'collected', ticket: id } as const, people: await owner() }
      case 'called':
        return { item: { kind: 'called', ticket: id, turn: occasion.turn } as const, people: await owner() }
      case 'merged':
        return { item: { kind: 'merged', ticket: id, from: occasion.from } as const, people: await owner() }
      case 'assigned':
        return { item: { kind: 'added', ticket: id } as const, people: await tx.notify.ofMembers([occasion.member]) }
      case 'commented': {
        const said = { ticket: id, note: occasion.note }
        // The note knows who wrote it also where a guest has become somebody since.
        const note = await tx.notes.find(occasion.note)
        if (note?.person_id !== ticket.person_id)
          return { item: { kind: 'comment', ...said } as const, people: await owner() }
        const workers = await tx.notify.ofMembers(ticket.workers.map((worker) => worker.id))
        return { item: { kind: 'answered', ...said } as const, people: workers }
      }
      default:
        return undefined
    }
  }

  /** Nobody is told what they did themselves. */
  const isDoer = (by: Occasion['by'], { personId, memberId }: Recipient) =>
    personId === by.personId || (memberId !== null && memberId === by.memberId)

  /** Each has a key: what was told before is not told again. */
  async function messagesOf(tx: Tx, { id, said }: OccasionRow): Promise<NewMessage[]> {
    const occasion = JSON.parse(said) as Occasion // written by the store alone
    const heard = await hearers(tx, occasion)
    if (!heard) return []
    const key = `o${id}`
    const gathers = 'ticket' in heard.item ? heard.item.kind !== 'called' : heard.item.kind === 'feedback'
    const waitMs = gathers ? gatherMs : 0
    const { personId } = occasion.by
    const by = { ...occasion.by, personId: personId === null ? null : await tx.guests.becomes(personId) }
    const people = heard.people.filter((person) => !isDoer(by, person))
    return [
      ...people.flatMap((person) => messagesTo(person, heard.item, key, channels, waitMs)),
      ...messagesToChat(heard.item, key, bots, settings.current().messages),
    ]
  }

  async function workOut(tx: Tx, rows: readonly OccasionRow[]): Promise<void> {
    // What is looked up for them goes to the server together.
    const all = await allSettledOrThrow(rows.map(async (row) => ({ at: row.at, messages: await messagesOf(tx, row) })))
    for (const { at, messages } of all) await tx.outbox.addMessages(messages, at)
    await tx.occasions.forget(rows.map(({ id }) => id))
  }

  /** Works out the oldest alone. A fault of the database is thrown: it says nothing about the occasion. */
  async function failureOfOldest(): Promise<{ row: OccasionRow; error: unknown } | undefined> {
    let row: OccasionRow | undefined
    try {
      await store.upkeep(async (tx) => {
        ;[row] = await tx.occasions.oldest(1)
        if (row) await workOut(tx, [row])
      })
    } catch (error) {
      if (!row || error instanceof Unavailable) throw error
      return { row, error }
    }
    return undefined
  }

  return {
    /** Takes some of the oldest, and answers how many. */
    async some(tx: Tx): Promise<number> {
      const rows = await tx.occasions.oldest(atOnce)
      await workOut(tx, rows)
      return rows.length
    },

    /**
     * For when `some` failed although the database works. An occasion that fails alone, and again in a transaction of its own, is wrong
     * in itself: it is set aside, so that it holds up no other. It is kept, counted in the metrics, and tried again at the next start.
     */
    async setAsideWrong(): Promise<void> {
      const failed = await failureOfOldest()
      const again = failed && (await failureOfOldest())
      if (!again || again.row.id !== failed.row.id) return
      const { row, error } = again
      const isSetAside = await store.upkeep((tx) => tx.occasions.setAside(row.id, now()))
      if (isSetAside) warn({ occasion: row.said, err: error }, 'nobody could be told of this')
    },

    tryAgain: (): Promise<void> => store.upkeep((tx) => tx.occasions.tryAgain()),
  }
}
