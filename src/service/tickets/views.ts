import { noteTypes, statuses } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import type { Lang } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import type { Clock } from '#kit/time.ts'
import { localDate, wallClock } from '#kit/time.ts'
import { receiptEnd } from '#rules/counter/counter.ts'
import { accessoriesIn, withWhom } from '#rules/counter/custody.ts'
import { type Relation, relationsOf, type TicketFacts } from '#rules/policy.ts'
import { guessOf } from '#rules/tickets/categories.ts'
import { actionsOf, mayUnretrieve, recently } from '#rules/tickets/tickets.ts'
import { seen, shownTo, sightOf } from '#rules/visibility.ts'
import { type Store, unchanged } from '#store/store.ts'
import { type ListedTicket, type ListWish, type Narrowing, type SummaryRow, shallow } from '#store/tickets/lists.ts'
import type { NoteRow, PictureRow, TicketPage } from '#store/tickets/page.ts'
import type { HeldTicket, Worker } from '#store/tickets/tickets.ts'
import { elsewhere } from '../outbox/external.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import { type PageWish, pageOf } from '../shared/paging.ts'
import { addressOf, isHeld } from '../shared/picture-addresses.ts'
import { avatarUrl, mediaUrl, phraseText } from '../shared/present.ts'
import type { SettingService } from '../shared/settings.ts'
import {
  assertMay,
  counterFacts,
  factsOf,
  handBackOf,
  outcomeOf,
  relationsTo,
  standing,
  viewerOf,
} from '../shared/ticket-access.ts'
import { isSeparable, maySeparate } from './merging.ts'
import { exactUpTo, type Order, searcher } from './search.ts'

export interface TicketPageWish extends PageWish {
  readonly queryType?: number
  readonly order?: Order
}

export interface SearchedWish extends TicketPageWish, Narrowing {
  readonly values?: string
  readonly open?: number
}

/** Tickets as people see them: in lists, in searches, one by one. */
export function ticketViewService(
  store: Store,
  now: Clock,
  settings: SettingService,
  { publicUrl, forwards }: { readonly publicUrl: string; readonly forwards: boolean },
) {
  const search = searcher(store)
  const time = (at: number) => wallClock(at, settings.current().timeZone)

  /** Whether this member sees the phones of all tickets. */
  const seesPhones = (actor: MemberActor) =>
    sightOf('phone', relationsOf(viewerOf(actor), { owner: nobodys, workers: [] }), settings.current()) === 'full'

  const summary = (relations: readonly Relation[], row: SummaryRow) => ({
    id: row.id,
    type: row.type,
    status: row.status,
    device: row.device,
    deviceModel: row.device_model,
    owner: seen('owner', row.owner, relations),
    phone: seen('phone', row.phone, relations, settings.current()),
    createdTime: time(row.created_at),
    isConfirmed: row.confirmed_at !== null,
    kind: row.kind ?? row.type,
    ...(row.merged_into === null ? {} : { mergedInto: row.merged_into }),
  })

  /** A ticket as members see it in a list. */
  function listed(actor: MemberActor, ticket: ListedTicket) {
    const relations = relationsTo(actor, ticket)
    return {
      ...summary(relations, ticket),
      workers: workersOf(relations, ticket),
      picked: ticket.workers.length > 0,
    }
  }

  const workersOf = (relations: readonly Relation[], { workers }: { readonly workers: readonly Worker[] }) =>
    sightOf('workers', relations) === 'full'
      ? workers.map(({ id, name, avatar }) => ({ id, name, avatar: avatarUrl(publicUrl, avatar) }))
      : []

  /** The addresses of pictures for somebody: of those that are still being checked, who uploaded them has one. */
  const seenBy = ({ personId, byReceipt }: Actor, pictures: readonly PictureRow[]) =>
    pictures
      .filter((picture) => !isHeld(picture) || (!byReceipt && picture.personId === personId))
      .map((picture) => ({ url: addressOf(publicUrl, picture, now()), held: isHeld(picture) }))

  function note(
    actor: Actor,
    relations: readonly Relation[],
    ticket: HeldTicket,
    row: NoteRow,
    pictures: readonly PictureRow[],
    lang: Lang,
  ) {
    const { owner, user } = words[lang].nobody
    const byOwner = row.person_id === ticket.person_id
    const name = byOwner && ticket.scrubbed === 1 ? '' : row.personName
    const byService = row.person_id === null && row.member_id === null
    const seen = seenBy(actor, pictures)
    const urls = seen.map(({ url }) => url)
    const own = row.person_id === actor.personId
    const held = seen.filter((picture) => picture.held).map(({ url }) => url)
    const unseen = pictures.length - seen.length
    return {
      avatar: avatarUrl(publicUrl, row.avatar ?? ''),
      id: row.id,
      op: byService
        ? words[lang].messages.from(settings.current().teamName)
        : (row.memberName ?? (name || (byOwner ? ticket.owner || owner : user))),
      type: row.type,
      content: row.type === 0 ? phraseText(words[lang], row.content) : saidTo(relations, row) ? row.content : '',
      createdTime: time(row.created_at),
      // The interface has pictures on comments alone.
      ...(row.type === noteTypes.internal ? { pic: [], internalPic: urls } : { pic: urls }),
      own,
      ...(unseen > 0 ? { held: unseen } : {}),
      ...(held.length > 0 ? { heldPic: held } : {}),
      ...(row.hidden === 1 && relations.includes('member') ? { hidden: true } : {}),
    }
  }

  /** A page of a whole list. */
  const whole = (wish: ListWish, offset: number, count: number) =>
    offset <= shallow
      ? store.readOne((tx) => tx.ticketLists.front(wish, offset, count))
      : store.read(({ ticketLists }) => ticketLists[wish.oldest ? 'pageFromOldest' : 'page'](wish, offset, count))

  /** Whether the owner has written since a member looked, or that member has not looked yet. */
  const isUnread = ({ personId, memberId }: Actor, { ticket, notes, seen }: TicketPage) =>
    seen === undefined ||
    notes.some(
      (note) =>
        note.id > seen &&
        note.type === noteTypes.comment &&
        note.person_id === ticket.person_id &&
        note.person_id !== personId &&
        (note.member_id === null || note.member_id !== memberId),
    )

  /** Where the device is and how it came there, for members. */
  function custody(actor: Actor, relations: readonly Relation[], page: TicketPage, joinedReceipt: boolean) {
    const { ticket, pictures, holding, lines, tags, filedBy, mail, receiptAt, visit } = page
    const end = receiptEnd(ticket, settings.current())
    const workshop = lines.findLast(({ what }) => what === 'workshop')?.toName ?? ''
    return {
      holding: holding
        ? {
            since: time(holding.since),
            place: holding.place,
            shelf: holding.shelf,
            with: withWhom(holding.place, holding.keeper, workshop),
          }
        : null,
      lines: lines.map(({ id, at, by, what, shelf, colleague, toName, shown, accessories, noteId }) => ({
        id,
        createdTime: time(at),
        by,
        what,
        shelf,
        to: colleague ?? toName,
        shown,
        accessories: accessoriesIn(accessories),
        pic: seenBy(actor, noteId === null ? [] : (pictures.get(noteId) ?? [])).map(({ url }) => url),
      })),
      tags,
      filedBy,
      receipt: (receiptAt !== undefined || joinedReceipt) && (end === undefined || now() < end),
      mail: seen('mail', mail, relations, settings.current()),
      number: visit?.number ?? '',
      visitTime: visit ? time(visit.at) : '',
    }
  }

  async function pageOfTicket(id: number, memberId: number, today: string): Promise<TicketPage | undefined> {
    const page = await store.readOne((tx) => tx.ticketPages.find(id, memberId, today))
    const next = page?.ticket.merged_into ?? null
    return next === null ? page : pageOfTicket(next, memberId, today)
  }

  /** What was joined with a ticket, and whether one of them has a receipt. Only what leads there directly can be separated from it. */
  const merged = (actor: Actor, ticket: HeldTicket) =>
    store.read(async (tx) => {
      const all = await tx.ticketMerges.leadingTo(ticket.id)
      const list = []
      let receipt = false
      for (const { id, intoId } of all) {
        const [merge, source] = [await tx.ticketMerges.find(id), await tx.tickets.find(id)]
        const here = intoId === ticket.id && merge !== undefined && source !== undefined
        const undoable =
          here && maySeparate(actor, merge, source, ticket) && (await isSeparable(tx, merge, source, ticket, now()))
        list.push({ id, undoable })
        receipt ||= await tx.receipts.has(id)
      }
      return { list, receipt }
    })

  /** What the policy has to know of a ticket for its moves. */
  function allFacts(actor: Actor, page: TicketPage): TicketFacts {
    if (actor.byReceipt) return { ...factsOf(page.ticket), visitors: actor.byReceipt.visitors }
    return actor.memberId === null ? factsOf(page.ticket) : counterFacts(page.ticket, page, settings.current(), now())
  }

  /** The ticket ended so long ago that it has no receipt any more. */
  function isReceiptOver({ ticket, holding }: TicketPage): boolean {
    const end = receiptEnd(ticket, settings.current())
    return ticket.scrubbed === 1 || (end !== undefined && end <= now() && holding === undefined)
  }

  /** What it probably is, while nobody has said. */
  const guessed = ({ category, brand, device, device_model }: HeldTicket) =>
    category !== 0 && brand !== '' ? {} : { guess: guessOf(device, device_model) }

  async function matching(
    actor: MemberActor,
    { values = '', queryType = 0, open = 0, type, status, order, ...paging }: SearchedWish,
  ) {
    const { memberId, personId } = actor
    const who = { memberId, personId, seesPhones: seesPhones(actor) }
    const wish = { values, queryType, open: open === 1, type, status, order, ...who, ...pageOf(paging) }
    const { ids, total, more } = await search(wish)
    return { rows: await store.readOne((tx) => tx.ticketLists.byIds(ids)), total, more }
  }

  async function narrowed(
    { memberId }: MemberActor,
    { queryType = 0, open = 0, type, status, order, ...paging }: SearchedWish,
  ) {
    const { offset, count } = pageOf(paging)
    const wish = { memberId, open: open === 1, queryType, oldest: order === 'oldest' }
    if (type === undefined && status === undefined) return { ...(await whole(wish, offset, count)), more: false }
    return store.read(async (tx) => {
      const { rows, total } = await tx.ticketLists.narrowed({ ...wish, type, status }, offset, count, exactUpTo + 1)
      return { rows, total: Math.min(total, exactUpTo), more: total > exactUpTo }
    })
  }

  return {
    /** Of one that was joined with another, the other. */
    async info(actor: Actor, asked: number, lang: Lang) {
      const today = localDate(now(), settings.current().timeZone)
      const page = await pageOfTicket(asked, actor.memberId ?? 0, today)
      assertMay(actor, 'see', asked, page?.ticket)
      const { pictures } = page
      const relations = relationsTo(actor, page.ticket)
      const ticket = shownTo(relations, page.ticket)
      const { id } = ticket
      // A note whose words are for members alone is none to others, unless it has pictures.
      const isShown = (row: NoteRow) =>
        saidTo(relations, row) || (row.type !== noteTypes.internal && pictures.has(row.id))
      const notes = page.notes.filter(isShown)
      const inTeam = sightOf('custody', relations) === 'full'
      const tells = inTeam && ticket.forwarded_at !== null
      const viewer = viewerOf(actor)
      const joined = page.joined ? await merged(actor, ticket) : { list: [], receipt: false }
      const isOwn = ticket.person_id === actor.personId
      const waits = isOwn && ticket.status === statuses.submitted
      const ahead =
        waits &&
        (await store.readOne((tx) =>
          tx.ticketLists.ahead({ id, at: ticket.created_at, personId: actor.personId }, limits.page),
        ))
      return {
        ...summary(relations, ticket),
        description: ticket.description,
        workers: workersOf(relations, ticket),
        notes: notes.map((row) => note(actor, relations, ticket, row, pictures.get(row.id) ?? [], lang)),
        accessories: JSON.parse(ticket.accessories) as number[], // written by create alone
        picked: ticket.workers.length > 0,
        ...outcomeOf(ticket),
        ...(page.rating && sightOf('rating', relations) === 'full'
          ? { rating: { ...page.rating, createdTime: time(page.rating.createdTime) } }
          : {}),
        merged: joined.list,
        moves: actionsOf(
          {
            ...standing(ticket),
            ...allFacts(actor, page),
            forwarded: ticket.forwarded_at !== null,
            undoable: mayUnretrieve(handBackOf(ticket), now()),
            rateable: page.rating === undefined && ticket.scrubbed === 0,
            receiptOver: isReceiptOver(page),
          },
          viewer,
        ),
        here: page.holding !== undefined,
        link: publicUrl + pages.anyTicket.replace(':id', String(id)),
        ...(ahead === false ? {} : { ahead }),
        ...(tells ? { external: elsewhere(page) } : {}),
        ...(inTeam
          ? {
              unread: isUnread(actor, page),
              forwards,
              custody: custody(actor, relations, page, joined.receipt),
              ...guessed(ticket),
              ...(ticket.hidden === 1 ? { hidden: true } : {}),
            }
          : {}),
      }
    },

    async mine(actor: Actor, wish: PageWish) {
      const { offset, count } = pageOf(wish, limits.page)
      const { rows, total } = await store.readOne((tx) => tx.ticketLists.of(actor.personId, offset, count))
      const list = rows.map((row) => {
        const relations = relationsTo(actor, row)
        return summary(relations, shownTo(relations, row))
      })
      return { list, total }
    },

    async list(actor: MemberActor, { queryType = 0, order, ...paging }: TicketPageWish) {
      const { offset, count } = pageOf(paging)
      const { rows, total } = await whole(
        { memberId: actor.memberId, open: false, queryType, oldest: order === 'oldest' },
        offset,
        count,
      )
      return { list: rows.map((row) => listed(actor, row)), total }
    },

    /** Without paging, as the earlier revision asks, it is as long as a page may be. */
    async uncompleted(actor: MemberActor, { queryType = 0, ...paging }: TicketPageWish, unpaged?: number) {
      const { offset, count } = pageOf(paging, unpaged)
      const wish = { memberId: actor.memberId, queryType }
      const { rows, total } = await store.read((tx) => tx.ticketLists.recent(wish, now() - recently, offset, count))
      return { list: rows.map((row) => listed(actor, row)), total }
    },

    async search(actor: MemberActor, wish: SearchedWish) {
      const { rows, total, more } = await (wish.values?.trim() ? matching(actor, wish) : narrowed(actor, wish))
      const ids = rows.map(({ id }) => id)
      const marks = await store.readOne((tx) => tx.ticketSeen.marks(ids, actor.memberId))
      const list = rows.map((row) => {
        const { photo = null, unread = 0 } = marks.get(row.id) ?? {}
        return { ...listed(actor, row), photo: photo === null ? '' : mediaUrl(publicUrl, photo), unread: unread === 1 }
      })
      return { list, total, ...(more ? { more } : {}) }
    },

    /** What there is to do, in figures. */
    counts: (actor: MemberActor) => store.read((tx) => tx.ticketLists.counts(actor.memberId)),

    /** A member has seen a ticket up to a note. It tells nobody anything, so it is no event. */
    seen(actor: MemberActor, id: number, note: number): Promise<void> {
      return store.change(async (tx) => {
        assertMay(actor, 'mark_seen', id, await tx.tickets.find(id))
        await tx.ticketSeen.see(id, actor.memberId, note)
        return unchanged
      })
    },
  }
}

/** The owner of no ticket. */
const nobodys = 0

/** Whether these relations read what a note says. */
const saidTo = (relations: readonly Relation[], { type, hidden }: NoteRow) =>
  sightOf(type === noteTypes.internal ? 'internal' : 'comment', relations, { hidden: hidden === 1 }) === 'full'

export type TicketViewService = ReturnType<typeof ticketViewService>
