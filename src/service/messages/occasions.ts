import { chatChannels } from '#contract/messages.ts'
import type { OccasionPayload } from '#events/subscribers/messages.ts'
import type { Clock } from '#kit/time.ts'
import { situation } from '#rules/duty.ts'
import { giveUpMs, type Item, kindOfMove, longestPauseMs } from '#rules/messages.ts'
import type { Recipient } from '#store/notify.ts'
import type { NewMessage, OutboxRow } from '#store/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import type { DutyMemory } from '../duty/duty-state.ts'
import { unfit } from '../duty/leaves.ts'
import type { Deliverer } from '../forwarding/courier.ts'
import type { Channels } from '../ports.ts'
import type { SettingService } from '../settings.ts'
import { messagesTo, messagesToChat } from './audience.ts'

export interface OccasionParts {
  readonly store: Store
  readonly channels: Channels
  readonly settings: SettingService
  readonly duty: DutyMemory
  readonly now: Clock
  /** Several things about one ticket within so long are one message. */
  readonly gatherMs: number
}

/** So many messages are written in one change. */
const atOnce = 1000

/** Works out whom an occasion is a message for. Each has a key, so an occasion that is worked out again adds nothing. */
export function occasionDelivery({ store, channels, settings, duty, now, gatherMs }: OccasionParts): Deliverer {
  const bots = chatChannels.filter((channel) => channels[channel] !== undefined)

  async function onDuty(tx: Tx): Promise<Recipient[]> {
    const { people } = situation(duty.facts(), now())
    const ids = (await tx.members.active()).filter(({ name }) => people.includes(name)).map(({ id }) => id)
    return tx.notify.ofMembers(ids)
  }

  /** Who could come instead of somebody. */
  async function substitutes(tx: Tx, leaveId: number): Promise<Recipient[]> {
    const leave = await tx.leaves.find(leaveId)
    if (!leave) return []
    const fit = (await tx.members.active()).filter(({ name }) => unfit(duty.facts(), leave, name) === undefined)
    const ids = new Set(fit.map(({ id }) => id))
    return (await tx.notify.ofTeam('member')).filter(({ memberId }) => memberId !== null && ids.has(memberId))
  }

  const oneOf = (person: Recipient | undefined) => (person ? [person] : [])

  /** What there is to tell, and to whom. */
  async function hearers(tx: Tx, occasion: OccasionPayload): Promise<{ item: Item; people: Recipient[] } | undefined> {
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

  async function onTicket(tx: Tx, occasion: Extract<OccasionPayload, { ticket: number }>) {
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
  const isDoer = (by: OccasionPayload['by'], { personId, memberId }: Recipient) =>
    personId === by.personId || (memberId !== null && memberId === by.memberId)

  return {
    giveUpMs,
    longestPauseMs,
    givenUp: 'failed',
    check: async () => {},
    async deliver(row: OutboxRow) {
      const occasion = JSON.parse(row.payload) as OccasionPayload // written by the subscriber alone
      const messages: NewMessage[] = await store.read(async (tx) => {
        const heard = await hearers(tx, occasion)
        if (!heard) return []
        const key = `o${row.id}`
        const gathers = 'ticket' in heard.item ? heard.item.kind !== 'called' : heard.item.kind === 'feedback'
        const waitMs = gathers ? gatherMs : 0
        const { personId } = occasion.by
        const by = { ...occasion.by, personId: personId === null ? null : await tx.guests.becomes(personId) }
        const people = heard.people.filter((person) => !isDoer(by, person))
        return [
          ...people.flatMap((person) => messagesTo(person, heard.item, key, channels, waitMs)),
          ...messagesToChat(heard.item, key, bots, settings.current().messages),
        ]
      })
      for (let i = 0; i < messages.length; i += atOnce)
        await store.upkeep((tx) => tx.outbox.addMessages(messages.slice(i, i + atOnce), row.created_at))
      return undefined
    },
  }
}
