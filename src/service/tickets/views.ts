import { noteTypes, statuses } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import type { Lang } from '#contract/languages.ts'
import { pages } from '#contract/pages.ts'
import { words } from '#contract/words/index.ts'
import type { Clock } from '#kit/time.ts'
import { wallClock } from '#kit/time.ts'
import { actionsOf, masked, recently, worksOn } from '#rules/tickets.ts'
import type { Store } from '#store/store.ts'
import { type ListedTicket, type ListWish, type Narrowing, type SummaryRow, shallow } from '#store/ticket-lists.ts'
import type { NoteRow } from '#store/ticket-page.ts'
import type { HeldTicket, Worker } from '#store/tickets.ts'
import { elsewhere } from '../forwarding/external.ts'
import { type PageWish, pageOf } from '../paging.ts'
import type { Actor, MemberActor } from '../people/actor.ts'
import { avatarUrl, mediaUrl, phraseText } from '../present.ts'
import type { SettingService } from '../settings.ts'
import { assertSees, standing, viewerOf } from './access.ts'
import { exactUpTo, searcher } from './search.ts'

export interface TicketPageWish extends PageWish {
  readonly queryType?: number
}

export interface SearchedWish extends TicketPageWish, Narrowing {
  readonly values?: string
  readonly open?: number
}

/** Tickets as people see them: in lists, in searches, one by one. */
export function ticketViewService(store: Store, now: Clock, settings: SettingService, publicUrl: string) {
  const search = searcher(store)
  const time = (at: number) => wallClock(at, settings.current().timeZone)

  const seesPhones = (actor: Actor) => actor.role === 'admin' || settings.current().phonesForAllMembers
  /** A phone is for its owner, for those who work on the ticket, and for administrators. */
  const mayCall = (actor: Actor, personId: number, works: boolean) =>
    personId === actor.personId || works || seesPhones(actor)

  const summary = (actor: Actor, row: SummaryRow, works = false) => ({
    id: row.id,
    type: row.type,
    status: row.status,
    device: row.device,
    deviceModel: row.device_model,
    owner: row.owner,
    phone: mayCall(actor, row.person_id, works) ? row.phone : masked(row.phone),
    createdTime: time(row.created_at),
    isConfirmed: row.confirmed_at !== null,
  })

  /** A ticket as members see it in a list. */
  const listed = (actor: MemberActor, { workers, ...row }: ListedTicket) => ({
    ...summary(
      actor,
      row,
      workers.some(({ id }) => id === actor.memberId),
    ),
    workers: workers.map(worker),
    picked: workers.length > 0,
  })

  const worker = ({ id, name, avatar }: Worker) => ({
    id,
    name,
    avatar: avatarUrl(publicUrl, avatar),
  })

  function note(actor: Actor, ticket: HeldTicket, row: NoteRow, pictures: readonly string[], lang: Lang) {
    const { owner, user } = words[lang].nobody
    const byOwner = row.person_id === ticket.person_id
    const name = byOwner && ticket.scrubbed === 1 ? '' : row.personName
    return {
      avatar: avatarUrl(publicUrl, row.avatar ?? ''),
      id: row.id,
      op: row.memberName ?? (name || (byOwner ? ticket.owner || owner : user)),
      type: row.type,
      content: row.type === 0 ? phraseText(words[lang], row.content) : row.content,
      createdTime: time(row.created_at),
      pic: pictures.map((picture) => mediaUrl(publicUrl, picture)),
      own: row.person_id === actor.personId,
    }
  }

  /** A page of a whole list. */
  const whole = (wish: Omit<ListWish, 'fromId'>, offset: number, count: number) =>
    offset <= shallow
      ? store.readOne((tx) => tx.ticketLists.front(wish, offset, count))
      : store.read((tx) => tx.ticketLists.page(wish, offset, count))

  async function matching(
    actor: MemberActor,
    { values = '', queryType = 0, open = 0, type, status, ...paging }: SearchedWish,
  ) {
    const { memberId, personId } = actor
    const who = { memberId, personId, seesPhones: seesPhones(actor) }
    const wish = { values, queryType, open: open === 1, type, status, ...who, ...pageOf(paging) }
    const { ids, total, more } = await search(wish)
    return { rows: await store.readOne((tx) => tx.ticketLists.byIds(ids)), total, more }
  }

  async function narrowed(
    { memberId }: MemberActor,
    { queryType = 0, open = 0, type, status, ...paging }: SearchedWish,
  ) {
    const { offset, count } = pageOf(paging)
    const wish = { memberId, open: open === 1, queryType }
    if (type === undefined && status === undefined) return { ...(await whole(wish, offset, count)), more: false }
    return store.read(async (tx) => {
      const { rows, total } = await tx.ticketLists.narrowed({ ...wish, type, status }, offset, count, exactUpTo + 1)
      return { rows, total: Math.min(total, exactUpTo), more: total > exactUpTo }
    })
  }

  return {
    async info(actor: Actor, id: number, lang: Lang) {
      const page = await store.readOne((tx) => tx.ticketPages.find(id))
      assertSees(actor, id, page?.ticket)
      const { ticket, pictures } = page
      const notes = actor.memberId === null ? page.notes.filter(({ type }) => type !== noteTypes.internal) : page.notes
      const tells = actor.memberId !== null && ticket.forwarded_at !== null
      const viewer = viewerOf(actor, ticket)
      const shown = standing(ticket)
      const waits = viewer.owner && ticket.status === statuses.submitted
      const ahead = waits && (await store.readOne((tx) => tx.ticketLists.ahead(id, actor.personId, limits.page)))
      return {
        ...summary(actor, ticket, worksOn(shown, viewer)),
        description: ticket.description,
        workers: ticket.workers.map(worker),
        notes: notes.map((row) =>
          note(
            actor,
            ticket,
            row,
            (pictures.get(row.id) ?? []).map(({ name }) => name),
            lang,
          ),
        ),
        accessories: JSON.parse(ticket.accessories) as number[], // written by create alone
        picked: ticket.workers.length > 0,
        moves: actionsOf({ ...shown, forwarded: ticket.forwarded_at !== null }, viewer),
        link: publicUrl + pages.anyTicket.replace(':id', String(id)),
        ...(ahead === false ? {} : { ahead }),
        ...(tells ? { external: elsewhere(page) } : {}),
      }
    },

    async mine(actor: Actor, wish: PageWish) {
      const { offset, count } = pageOf(wish, limits.page)
      const { rows, total } = await store.readOne((tx) => tx.ticketLists.of(actor.personId, offset, count))
      return { list: rows.map((row) => summary(actor, row)), total }
    },

    async list(actor: MemberActor, { queryType = 0, ...paging }: TicketPageWish) {
      const { offset, count } = pageOf(paging)
      const { rows, total } = await whole({ memberId: actor.memberId, open: false, queryType }, offset, count)
      return { list: rows.map((row) => listed(actor, row)), total }
    },

    /** Without paging, as the earlier revision asks, it is as long as a page may be. */
    async uncompleted(actor: MemberActor, { queryType = 0, ...paging }: TicketPageWish, unpaged?: number) {
      const { offset, count } = pageOf(paging, unpaged)
      return store.read(async (tx) => {
        const fromId = await tx.ticketLists.firstSince(now() - recently)
        if (fromId === undefined) return { list: [], total: 0 }
        const wish = { memberId: actor.memberId, open: true, queryType, fromId }
        const { rows, total } = await tx.ticketLists.page(wish, offset, count)
        return { list: rows.map((row) => listed(actor, row)), total }
      })
    },

    async search(actor: MemberActor, wish: SearchedWish) {
      const { rows, total, more } = await (wish.values?.trim() ? matching(actor, wish) : narrowed(actor, wish))
      return { list: rows.map((row) => listed(actor, row)), total, ...(more ? { more } : {}) }
    },
  }
}
