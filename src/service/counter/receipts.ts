import type { Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { Settings } from '#contract/settings.ts'
import { type Clock, localDate, wallClock } from '#kit/time.ts'
import { receiptEnd, stateOf } from '#rules/counter.ts'
import { masked, maskedMail } from '#rules/visibility.ts'
import { type Store, type Tx, unchanged } from '#store/store.ts'
import type { HeldTicket } from '#store/tickets.ts'
import { wants } from '../messages/audience.ts'
import type { VisitorMailService } from '../messages/visitor-mail.ts'
import { type Actor, assertNotErased, type MemberActor } from '../people/actor.ts'
import { hashOf, newToken } from '../people/secrets.ts'
import type { Ports, PushAddress } from '../ports.ts'
import type { SettingService } from '../settings.ts'
import { aboutTicket, assertSees, leadsTo } from '../tickets/access.ts'
import type { NoteService } from '../tickets/notes.ts'
import type { RatingService, RatingWish } from '../tickets/ratings.ts'
import type { TicketService } from '../tickets/tickets.ts'
import type { TicketViewService } from '../tickets/views.ts'

export interface ReceiptParts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  readonly settings: SettingService
  readonly tickets: TicketService
  readonly notes: NoteService
  readonly ratings: RatingService
  readonly views: TicketViewService
  readonly visitorMail: VisitorMailService
}

/** What somebody wants who holds a receipt: absent is unchanged. */
export interface NotifyWish {
  readonly mail?: string
  readonly push?: PushAddress | null
}

/** Whoever has a device here still needs their paper. */
async function endOf(tx: Tx, ticket: HeldTicket, lives: Settings): Promise<number | undefined> {
  const end = receiptEnd(ticket, lives)
  return end === undefined || (await tx.custody.holding(ticket.id)) ? undefined : end
}

export async function isReceiptOver(tx: Tx, ticket: HeldTicket, lives: Settings, at: number): Promise<boolean> {
  const end = await endOf(tx, ticket, lives)
  return ticket.scrubbed === 1 || (end !== undefined && end <= at)
}

/** What whoever holds a receipt may see and do, and giving receipts out. */
export function receiptService({
  store,
  ports,
  now,
  settings,
  tickets,
  notes,
  ratings,
  views,
  visitorMail,
}: ReceiptParts) {
  const { channels } = ports

  const isOver = (tx: Tx, ticket: HeldTicket) => isReceiptOver(tx, ticket, settings.current(), now())

  /** The ticket of a receipt. One that nobody has, or that has ended, is as unknown as what is none at all. */
  async function ticketOf(tx: Tx, hash: Uint8Array): Promise<HeldTicket> {
    const id = await tx.receipts.ticketOf(hash)
    const own = id === undefined ? undefined : await tx.tickets.find(id)
    const ticket = own && (await leadsTo(tx, own))
    if (!ticket || (await isOver(tx, ticket))) throw new Refusal('receipt_unknown')
    return ticket
  }

  /** The same, if it is nobody's account yet. */
  async function visitorsTicket(tx: Tx, hash: Uint8Array): Promise<HeldTicket> {
    const ticket = await ticketOf(tx, hash)
    if (!(await tx.intakes.isVisitors(ticket.id))) throw new Refusal('not_a_visitor')
    return ticket
  }

  /** Whoever holds a receipt does as the owner of its ticket does, with that ticket alone. */
  async function asOwner<T>(receipt: string, work: (owner: Actor, ticket: HeldTicket) => Promise<T>): Promise<T> {
    const tokenHash = hashOf(receipt)
    const ticket = await store.read((tx) => ticketOf(tx, tokenHash))
    const personId = ticket.person_id
    const owner = { role: 'user', personId, memberId: null, lang: null, tokenHash, confirmed: false } as const
    try {
      return await work({ ...owner, byReceipt: true }, ticket)
    } catch (error) {
      // It was joined with another at this very moment.
      if (error instanceof Refusal && error.code === 'ticket_merged') return asOwner(receipt, work)
      // It has become somebody else's, or had its end, at this very moment.
      const over = error instanceof Refusal && (error.code === 'ticket_not_found' || error.code === 'not_logged_in')
      throw over ? new Refusal('receipt_unknown') : error
    }
  }

  /** What somebody adopted with this receipt before: the answer may have been lost. */
  async function adoptedBefore(tx: Tx, { personId }: Actor, hash: Uint8Array): Promise<number | undefined> {
    const id = await tx.intakes.filedUnder(hash)
    const ticket = id === undefined ? undefined : await tx.tickets.find(id)
    return ticket?.person_id === personId ? (await leadsTo(tx, ticket)).id : undefined
  }

  /** Their place in the queue of today. */
  async function visitOf(tx: Tx, ticketId: number) {
    const visit = await tx.visits.ofTicket(ticketId, localDate(now(), settings.current().timeZone))
    if (!visit) return null
    const state = stateOf(visit)
    return { number: visit.number, state, ahead: state === 'waiting' ? await tx.visits.ahead(visit) : 0 }
  }

  async function toldOf(tx: Tx, { personId, tokenHash }: Actor, visitor: boolean) {
    const person = visitor ? await tx.notify.person(personId) : undefined
    const mail = person && wants(person.choices, 'ready', 'mail') ? person.mail : ''
    return {
      mail: maskedMail(mail),
      mailPending: maskedMail((visitor && (await tx.codes.newestOf(personId, 'visitor_mail', now()))) || ''),
      push: await tx.notify.hasBrowser(tokenHash),
      mailWorks: channels.mail !== undefined,
      pushKey: channels.push?.publicKey ?? '',
    }
  }

  async function held(tx: Tx, actor: MemberActor, id: number): Promise<HeldTicket> {
    const ticket = await tx.tickets.hold(id)
    assertSees(actor, id, ticket)
    return ticket
  }

  /** A ticket and all that lead to it. */
  const withJoined = async (tx: Tx, id: number) => [
    id,
    ...(await tx.ticketMerges.leadingTo(id)).map((joined) => joined.id),
  ]

  /** Whichever paper leads to a ticket; `false` where there was none. */
  async function endAll(tx: Tx, id: number): Promise<boolean> {
    let any = false
    for (const one of await withJoined(tx, id)) any = (await tx.receipts.end(one)) || any
    return any
  }

  return {
    /** A new one for a ticket; those before end. */
    renew(actor: MemberActor, id: number): Promise<string> {
      const receipt = newToken()
      return store.change(async (tx) => {
        const at = now()
        const ticket = await held(tx, actor, id)
        if (await isOver(tx, ticket)) throw new Refusal('receipt_over')
        await endAll(tx, id)
        await tx.receipts.put(id, hashOf(receipt), at)
        // What came from a table may have become an account's: that is nobody's to make theirs.
        if (!(await tx.guests.hasLogin(ticket.person_id)))
          await tx.intakes.takeOver(id, actor.memberId, hashOf(receipt), at)
        const event = await tx.record({ kind: 'ticket.receipt', by: actor, at, ...aboutTicket(ticket), made: true })
        return { answer: receipt, events: [event] }
      })
    },

    revoke(actor: MemberActor, id: number): Promise<void> {
      return store.change(async (tx) => {
        const at = now()
        const ticket = await held(tx, actor, id)
        if (!(await endAll(tx, id))) return unchanged
        const event = await tx.record({ kind: 'ticket.receipt', by: actor, at, ...aboutTicket(ticket), made: false })
        return { answer: undefined, events: [event] }
      })
    },

    /** `count` may refuse one who does too much. */
    rate(receipt: string, wish: RatingWish, count: (owner: number) => void): Promise<void> {
      return asOwner(receipt, (owner, ticket) => {
        count(owner.personId)
        return ratings.rate(owner, ticket.id, wish)
      })
    },

    info(receipt: string, lang: Lang): Promise<Output<Contract['receipts']['info']>> {
      return asOwner(receipt, async (owner, ticket) => {
        const { phone, moves, ...seen } = await views.info(owner, ticket.id, lang)
        const { end, visit, visitor, notify } = await store.read(async (tx) => {
          const isVisitors = await tx.intakes.isVisitors(ticket.id)
          return {
            end: await endOf(tx, ticket, settings.current()),
            visit: await visitOf(tx, ticket.id),
            visitor: isVisitors,
            notify: await toldOf(tx, owner, isVisitors),
          }
        })
        return {
          ticket: {
            ...seen,
            phone: masked(phone),
            // How they are reached is not for whoever found the paper to change.
            moves: moves.filter(({ action }) => action !== 'contact'),
          },
          visit,
          until: end === undefined ? '' : wallClock(end, settings.current().timeZone),
          visitor,
          notify,
        }
      })
    },

    /** `count` may refuse whoever does it too often. */
    comment: (receipt: string, content: string, count: (owner: number) => void, key?: string): Promise<number> =>
      asOwner(receipt, (owner, { id }) => {
        count(owner.personId)
        return notes.add(owner, id, { content }, key)
      }),

    cancel: (receipt: string): Promise<void> => asOwner(receipt, (owner, { id }) => tickets.cancel(owner, id)),

    /** How a visitor is told, in the language that they read this in. */
    async notify(
      receipt: string,
      { mail, push }: NotifyWish,
      lang: Lang,
      count: (owner: number) => void,
    ): Promise<void> {
      if ((mail && !channels.mail) || (push && !channels.push)) throw new Refusal('no_channel')
      if (push && !channels.push?.takes(push.endpoint))
        throw new Refusal('bad_input', { field: 'push.endpoint', flaw: 'not_a_link' })
      await asOwner(receipt, async ({ personId, tokenHash, ...owner }, { id }) => {
        count(personId)
        await store.upkeep(async (tx) => {
          if (!(await tx.intakes.isVisitors(id))) throw new Refusal('not_a_visitor')
          await assertNotErased(tx, { ...owner, personId })
          await tx.users.update(personId, { lang })
          await tx.notify.keep(personId, newToken())
          if (mail === '') {
            await tx.notify.removeMail(personId)
            await tx.codes.removeOfPerson(personId, 'visitor_mail')
          }
          if (push) await tx.notify.subscribe(personId, tokenHash, push, now())
          if (push === null) await tx.notify.forgetBrowserOf(tokenHash)
        })
        if (mail) await visitorMail.ask(personId, mail, lang)
      })
    },

    /** “This is mine”: a visitor's ticket becomes that of an account. */
    adopt(actor: Actor, receipt: string): Promise<number> {
      return store.change(async (tx) => {
        const at = now()
        const hash = hashOf(receipt)
        const done = await adoptedBefore(tx, actor, hash)
        if (done !== undefined) return { answer: done, events: [] }
        const { id, person_id } = await visitorsTicket(tx, hash)
        if (await tx.guests.is(actor.personId)) throw new Refusal('account_needed')
        // People first, then the ticket, as everywhere.
        const [visitor, into] = [await tx.guests.holdAlone(person_id), await tx.guests.hold(actor.personId)]
        await assertNotErased(tx, actor)
        await tx.tickets.hold(id)
        // Of two at once the second finds none; nor does anybody find one that a member has replaced meanwhile.
        const ticket = await visitorsTicket(tx, hash)
        if (ticket.person_id !== visitor.id || !(await tx.guests.is(visitor.id))) throw new Refusal('not_a_visitor')
        await endAll(tx, id)
        // Where messages go is for the account to say: the visitor's address was never confirmed.
        await tx.notify.forget(visitor.id)
        await tx.codes.removeOfPerson(visitor.id, 'visitor_mail')
        await tx.guests.merge(visitor, into)
        for (const one of await withJoined(tx, id)) await tx.intakes.adopted(one, at)
        const event = await tx.record({ kind: 'ticket.adopted', by: actor, at, ...aboutTicket(ticket) })
        return { answer: id, events: [event] }
      })
    },
  }
}
