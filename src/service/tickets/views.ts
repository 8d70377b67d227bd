import { noteTypes, statuses } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import type { Lang } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import { localDate } from '#kit/time.ts'
import { receiptEnd } from '#rules/counter/counter.ts'
import { accessoriesIn, holderName } from '#rules/counter/custody.ts'
import type { Relation, TicketAccessFacts } from '#rules/policy.ts'
import { guessDevice } from '#rules/tickets/categories.ts'
import { availableMoves, isUnretrieveAllowed } from '#rules/tickets/tickets.ts'
import { redactedFor, visibilityOf, visibleText } from '#rules/visibility.ts'
import { unchanged } from '#store/store.ts'
import type { TicketSummary } from '#store/tickets/lists.ts'
import type { NoteRow, PictureRow, TicketPageData } from '#store/tickets/page.ts'
import type { Ticket, Worker } from '#store/tickets/tickets.ts'
import { dropMailOfReadComments } from '../messages/read-comments.ts'
import { remoteTicketState } from '../outbox/external.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { avatarUrl } from '../shared/media-urls.ts'
import { phraseText } from '../shared/phrase-text.ts'
import { isWithheld, pictureUrl } from '../shared/picture-addresses.ts'
import {
  accessoriesOf,
  assertMay,
  counterFacts,
  handBackOf,
  outcomeOf,
  relationsTo,
  ticketFacts,
  ticketState,
  viewerOf,
} from '../shared/ticket-access.ts'
import { canUnmerge, mayUnmerge } from './merging.ts'

export function summaryView(ctx: Ctx, relations: readonly Relation[], row: TicketSummary) {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    device: row.device,
    deviceModel: row.device_model,
    owner: visibleText('owner', row.owner, relations),
    phone: visibleText('phone', row.phone, relations, ctx.settings.current()),
    createdTime: timeText(ctx, row.created_at),
    isConfirmed: row.confirmed_at !== null,
    kind: row.kind ?? row.type,
    ...(row.merged_into === null ? {} : { mergedInto: row.merged_into }),
  }
}

export function workersView(
  ctx: Ctx,
  relations: readonly Relation[],
  { workers }: { readonly workers: readonly Worker[] },
) {
  return visibilityOf('workers', relations) === 'full'
    ? workers.map(({ id, name, avatar }) => ({ id, name, avatar: avatarUrl(ctx.publicUrl, avatar) }))
    : []
}

/** A withheld picture is shown only to the person who uploaded it. */
function visiblePictures(ctx: Ctx, { personId, byReceipt }: Actor, pictures: readonly PictureRow[]) {
  return pictures
    .filter((picture) => !isWithheld(picture) || (!byReceipt && picture.personId === personId))
    .map((picture) => ({ url: pictureUrl(ctx.publicUrl, picture, ctx.now()), held: isWithheld(picture) }))
}

function noteView(
  ctx: Ctx,
  actor: Actor,
  relations: readonly Relation[],
  ticket: Ticket,
  row: NoteRow,
  pictures: readonly PictureRow[],
  lang: Lang,
) {
  const { owner, user } = words[lang].unnamed
  const byOwner = row.person_id === ticket.person_id
  const name = byOwner && ticket.scrubbed === 1 ? '' : row.personName
  const byService = row.person_id === null && row.member_id === null
  const seen = visiblePictures(ctx, actor, pictures)
  const urls = seen.map(({ url }) => url)
  const own = row.person_id === actor.personId
  const held = seen.filter((picture) => picture.held).map(({ url }) => url)
  const unseen = pictures.length - seen.length
  return {
    avatar: avatarUrl(ctx.publicUrl, row.avatar ?? ''),
    id: row.id,
    op: byService
      ? words[lang].messages.from(ctx.settings.current().teamName)
      : (row.memberName ?? (name || (byOwner ? ticket.owner || owner : user))),
    type: row.type,
    content: row.type === 0 ? phraseText(words[lang], row.content) : mayReadNote(relations, row) ? row.content : '',
    createdTime: timeText(ctx, row.created_at),
    // In the interface, only comments have `pic`.
    ...(row.type === noteTypes.internal ? { pic: [], internalPic: urls } : { pic: urls }),
    own,
    ...(unseen > 0 ? { held: unseen } : {}),
    ...(held.length > 0 ? { heldPic: held } : {}),
    ...(row.hidden === 1 && relations.includes('member') ? { hidden: true } : {}),
  }
}

/** Also true if the member has not looked yet. */
function isUnread({ personId, memberId }: Actor, { ticket, notes, seen }: TicketPageData) {
  return (
    seen === undefined ||
    notes.some(
      (note) =>
        note.id > seen &&
        note.type === noteTypes.comment &&
        note.person_id === ticket.person_id &&
        note.person_id !== personId &&
        (note.member_id === null || note.member_id !== memberId),
    )
  )
}

function custodyView(
  ctx: Ctx,
  actor: Actor,
  relations: readonly Relation[],
  page: TicketPageData,
  joinedReceipt: boolean,
) {
  const { ticket, pictures, holding, lines, tags, filedBy, mail, receiptAt, visit } = page
  const end = receiptEnd(ticket, ctx.settings.current())
  const workshop = lines.findLast(({ what }) => what === 'workshop')?.toName ?? ''
  return {
    holding: holding
      ? {
          since: timeText(ctx, holding.since),
          place: holding.place,
          shelf: holding.shelf,
          with: holderName(holding.place, holding.keeper, workshop),
        }
      : null,
    lines: lines.map(({ id, at, by, what, shelf, colleague, toName, shown, accessories, noteId }) => ({
      id,
      createdTime: timeText(ctx, at),
      by,
      what,
      shelf,
      to: colleague ?? toName,
      shown,
      accessories: accessoriesIn(accessories),
      pic: visiblePictures(ctx, actor, noteId === null ? [] : (pictures.get(noteId) ?? [])).map(({ url }) => url),
    })),
    tags,
    filedBy,
    receipt: (receiptAt !== undefined || joinedReceipt) && (end === undefined || ctx.now() < end),
    mail: visibleText('mail', mail, relations, ctx.settings.current()),
    number: visit?.number ?? '',
    visitTime: visit ? timeText(ctx, visit.at) : '',
  }
}

async function pageOfTicket(
  ctx: Ctx,
  id: number,
  memberId: number,
  today: string,
): Promise<TicketPageData | undefined> {
  const page = await ctx.store.read((tx) => tx.ticketPages.find(id, memberId, today))
  const next = page?.ticket.merged_into ?? null
  return next === null ? page : pageOfTicket(ctx, next, memberId, today)
}

/** Only tickets that were merged directly can be separated. */
function mergedTickets(ctx: Ctx, actor: Actor, ticket: Ticket) {
  return ctx.store.read(async (tx) => {
    const all = await tx.ticketMerges.mergedInto(ticket.id)
    const list = []
    let receipt = false
    for (const { id, intoId } of all) {
      const [merge, source] = [await tx.ticketMerges.find(id), await tx.tickets.find(id)]
      const here = intoId === ticket.id && merge !== undefined && source !== undefined
      const undoable =
        here && mayUnmerge(actor, merge, source, ticket) && (await canUnmerge(tx, merge, source, ticket, ctx.now()))
      list.push({ id, undoable })
      receipt ||= await tx.receipts.has(id)
    }
    return { list, receipt }
  })
}

function allFacts(ctx: Ctx, actor: Actor, page: TicketPageData): TicketAccessFacts {
  if (actor.byReceipt) return { ...ticketFacts(page.ticket), visitors: actor.byReceipt.visitors }
  return actor.memberId === null
    ? ticketFacts(page.ticket)
    : counterFacts(page.ticket, page, ctx.settings.current(), ctx.now())
}

/** True if receipts of the ticket have expired. */
function isReceiptOver(ctx: Ctx, { ticket, holding }: TicketPageData): boolean {
  const end = receiptEnd(ticket, ctx.settings.current())
  return ticket.scrubbed === 1 || (end !== undefined && end <= ctx.now() && holding === undefined)
}

function deviceGuess({ category, brand, device, device_model }: Ticket) {
  return category !== 0 && brand !== '' ? {} : { guess: guessDevice(device, device_model) }
}

/** For a merged ticket, shows the one that it was merged into. */
export async function ticketInfo(ctx: Ctx, actor: Actor, asked: number, lang: Lang) {
  const today = localDate(ctx.now(), ctx.settings.current().timeZone)
  const page = await pageOfTicket(ctx, asked, actor.memberId ?? 0, today)
  assertMay(actor, 'see', asked, page?.ticket)
  const { pictures } = page
  const relations = relationsTo(actor, page.ticket)
  if (relations.includes('owner') || relations.includes('worker'))
    await dropMailOfReadComments(ctx, actor.personId, page.ticket.id)
  const ticket = redactedFor(relations, page.ticket)
  // A hidden note is not shown to others, unless it has pictures.
  const isShown = (row: NoteRow) =>
    mayReadNote(relations, row) || (row.type !== noteTypes.internal && pictures.has(row.id))
  const notes = page.notes.filter(isShown)
  const merged = page.hasMerged ? await mergedTickets(ctx, actor, ticket) : { list: [], receipt: false }
  const ahead = await peopleAhead(ctx, actor, ticket)
  return {
    ...summaryView(ctx, relations, ticket),
    description: ticket.description,
    workers: workersView(ctx, relations, ticket),
    notes: notes.map((row) => noteView(ctx, actor, relations, ticket, row, pictures.get(row.id) ?? [], lang)),
    accessories: accessoriesOf(ticket),
    picked: ticket.workers.length > 0,
    ...outcomeOf(ticket),
    ...(page.rating && visibilityOf('rating', relations) === 'full'
      ? { rating: { ...page.rating, createdTime: timeText(ctx, page.rating.createdTime) } }
      : {}),
    merged: merged.list,
    moves: availableMoves(
      {
        ...ticketState(ticket),
        ...allFacts(ctx, actor, page),
        forwarded: ticket.forwarded_at !== null,
        undoable: isUnretrieveAllowed(handBackOf(ticket), ctx.now()),
        rateable: page.rating === undefined && ticket.scrubbed === 0,
        receiptOver: isReceiptOver(ctx, page),
      },
      viewerOf(actor),
    ),
    here: page.holding !== undefined,
    link: ctx.publicUrl + pages.anyTicket.replace(':id', String(ticket.id)),
    ...(ahead === undefined ? {} : { ahead }),
    ...(visibilityOf('custody', relations) === 'full' ? teamView(ctx, actor, relations, page, merged.receipt) : {}),
  }
}

/** `undefined` for other viewers than the owner of an unclaimed ticket. */
async function peopleAhead(ctx: Ctx, { personId }: Actor, ticket: Ticket) {
  const { id, created_at: at } = ticket
  if (ticket.person_id !== personId || ticket.status !== statuses.submitted) return undefined
  return ctx.store.read((tx) => tx.ticketLists.countPeopleAhead({ id, at, personId }, limits.page))
}

function teamView(
  ctx: Ctx,
  actor: Actor,
  relations: readonly Relation[],
  page: TicketPageData,
  joinedReceipt: boolean,
) {
  const { ticket } = page
  return {
    ...(ticket.forwarded_at === null ? {} : { external: remoteTicketState(page) }),
    unread: isUnread(actor, page),
    forwards: ctx.forwards,
    custody: custodyView(ctx, actor, relations, page, joinedReceipt),
    ...deviceGuess(ticket),
    ...(ticket.hidden === 1 ? { hidden: true } : {}),
  }
}

/** No event, because it concerns only this member. */
export function markTicketSeen(ctx: Ctx, actor: MemberActor, id: number, note: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    assertMay(actor, 'mark_seen', id, await tx.tickets.find(id))
    await tx.ticketSeen.setSeen(id, actor.memberId, note)
    return unchanged
  })
}

const mayReadNote = (relations: readonly Relation[], { type, hidden }: NoteRow) =>
  visibilityOf(type === noteTypes.internal ? 'internal' : 'comment', relations, { hidden: hidden === 1 }) === 'full'
