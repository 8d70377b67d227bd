import { Refusal } from '#contract/errors.ts'
import { minute } from '#kit/time.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { OutboxRow } from '#store/outbox/outbox.ts'
import { type ChangeResult, type Tx, unchanged } from '#store/store.ts'
import { outboxStates, pictureStates } from '#store/tables.ts'
import type { StoredPicture } from '#store/tickets/media.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import type { Deliverer, DeliveryResult } from '../outbox/worker.ts'
import { systemActor } from '../shared/actor.ts'
import type { PictureToCheck } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { isWithheld, pictureUrl } from '../shared/picture-addresses.ts'
import type { ContentVerdict, PushSignature, Wechat } from '../shared/ports.ts'
import { aboutTicket } from '../shared/ticket-access.ts'
import { Trouble } from '../shared/trouble.ts'
import { afterCommit } from '../shared/warn.ts'
import { removeDeletedPictures } from '../tickets/media.ts'

const verdictTimeoutMs = 45 * minute
const giveUpMs = 30 * minute
const batchSize = 50

export interface PictureOnTicket {
  readonly picture: StoredPicture
  readonly ticket: Ticket | undefined
}

/** Locks the ticket first, like all changes that attach pictures. */
export async function lockPicture(tx: Tx, name: string): Promise<PictureOnTicket | undefined> {
  const ticketOf = async ({ noteId }: StoredPicture): Promise<Ticket | undefined> => {
    const find = async () => (noteId === null ? undefined : (await tx.notes.find(noteId))?.ticket_id)
    let ticket: Ticket | undefined
    // Before the lock, the ticket may be merged into another one, which then owns the note.
    for (let id = await find(); id !== undefined && id !== ticket?.id; id = await find()) {
      ticket = await tx.tickets.lock(id)
      if (!ticket) break
    }
    return ticket
  }
  const before = await tx.media.find(name)
  const ticket = before && (await ticketOf(before))
  const picture = before && (await tx.media.lock(name))
  return picture && { picture, ticket: picture.noteId === before?.noteId ? ticket : await ticketOf(picture) }
}

/** Withdraws a picture for good. `removeDeletedPictures` removes its file. */
export async function removePicture(tx: Tx, { name, memberId }: StoredPicture): Promise<void> {
  await tx.media.setState(name, pictureStates.refused)
  await tx.content.removeFor({ kind: 'picture', name })
  if (memberId !== null) await tx.members.update(memberId, { avatar: '' })
}

/** `undefined` if the team does not use WeChat. */
export function pictureDeliverer(ctx: Ctx): Deliverer | undefined {
  const { wechat } = ctx.ports
  return (
    wechat && {
      giveUpMs,
      maxPauseMs: 5 * minute,
      givenUp: 'failed',
      check: () => wechat.check(),
      async gaveUp(tx, row) {
        await applyNoVerdict(ctx, tx, await lockPicture(tx, pictureOf(row).name))
      },
      deliver: (row, signal) => requestCheck(ctx, wechat, row, signal),
    }
  )
}

const pictureOf = ({ payload }: Pick<OutboxRow, 'payload'>) => JSON.parse(payload) as PictureToCheck // `uploadPicture` writes it

async function requestCheck(ctx: Ctx, wechat: Wechat, row: OutboxRow, signal: AbortSignal): Promise<DeliveryResult> {
  const { name, person } = pictureOf(row)
  const { picture, openid } = await ctx.store.read(async (tx) => ({
    picture: await tx.media.find(name),
    openid: await tx.users.subjectOf(person, wechat.provider),
  }))
  if (picture?.state !== pictureStates.held) return { how: 'dropped' }
  // An earlier try asked WeChat, and the node stopped before it recorded that.
  if (picture.trace !== null) return { how: 'delivered' }
  if (openid === undefined) throw new Trouble({ say: 'address_gone' }, { hopeless: true })
  const url = pictureUrl(ctx.publicUrl, picture, ctx.now())
  const trace = await wechat.picture(url, { openid, scene: 'social' }, signal)
  return {
    how: 'delivered',
    async also(tx) {
      if (trace !== undefined) return tx.media.awaitVerdict(name, trace)
      // The person was not in the mini-program lately. As with texts, only pictures of members may be let through.
      await applyNoVerdict(ctx, tx, await lockPicture(tx, name), (await tx.users.memberOf(person)) !== null)
    },
  }
}

/** A repeated verdict, or one on a removed picture, changes nothing. */
export async function receiveVerdict(ctx: Ctx, signature: PushSignature, body: Readonly<Record<string, unknown>>) {
  const { wechat } = ctx.ports
  if (!wechat?.push) throw new Refusal('not_found')
  const pushed = wechat.push.read(signature, body)
  if (!pushed) return
  await ctx.store.change(async (tx): Promise<ChangeResult<void>> => {
    const name = await tx.media.byTrace(pushed.trace)
    const held = name === undefined ? undefined : await lockPicture(tx, name)
    if (held?.picture.trace === pushed.trace)
      return { answer: undefined, events: await applyVerdict(ctx, tx, held, pushed.verdict) }
    // The verdict may arrive before the worker has stored the trace. WeChat then repeats it.
    if (await tx.outbox.hasLease('pictures')) throw new Refusal('overloaded', { seconds: 1 })
    return unchanged
  })
  if (pushed.verdict === 'risky')
    await afterCommit(ctx.warn, 'remove deleted pictures', () => removeDeletedPictures(ctx))
}

/** WeChat requests this when the address of its message push is set. */
export function verifyPushAddress({ ports: { wechat } }: Ctx, signature: PushSignature): void {
  if (!wechat?.push) throw new Refusal('not_found')
  wechat.push.verify(signature)
}

/** Ends waiting for overdue verdicts. */
export async function giveUpVerdicts(ctx: Ctx): Promise<void> {
  const { store } = ctx
  const { wechat } = ctx.ports
  const since = ctx.deletionTime() - verdictTimeoutMs
  const names = await store.read((tx) => tx.media.unjudgedSince(since, batchSize, wechat !== undefined))
  for (const name of names) await store.upkeep(async (tx) => applyNoVerdict(ctx, tx, await lockPicture(tx, name)))
  // Without WeChat, no worker handles these deliveries.
  if (!wechat && (await store.read((tx) => tx.outbox.count('pictures', outboxStates.waiting))) > 0)
    await store.upkeep((tx) => tx.outbox.dropUntil(since, 'pictures', ctx.now()))
}

async function applyVerdict(ctx: Ctx, tx: Tx, held: PictureOnTicket, verdict: ContentVerdict | undefined) {
  switch (verdict) {
    case undefined:
      return applyNoVerdict(ctx, tx, held)
    case 'risky':
      await removePicture(tx, held.picture)
      return recordShown(ctx, tx, held, false)
    case 'review':
      await markForReview(ctx, tx, held.picture, 'review')
      return show(ctx, tx, held)
    case 'pass':
      await tx.content.removeFor({ kind: 'picture', name: held.picture.name })
      return show(ctx, tx, held)
  }
}

/**
 * Without a verdict, the picture is marked, and shown or withheld until a member decides. A verdict may still arrive.
 */
async function applyNoVerdict(ctx: Ctx, tx: Tx, held: PictureOnTicket | undefined, mayBeShown = true) {
  if (held?.picture.state !== pictureStates.held) return []
  await markForReview(ctx, tx, held.picture, 'unchecked')
  if (mayBeShown && ctx.settings.current().wechat.whenUnchecked === 'let_through') return show(ctx, tx, held, true)
  await tx.media.setState(held.picture.name, pictureStates.unjudged, true)
  return []
}

async function show(ctx: Ctx, tx: Tx, held: PictureOnTicket, awaiting = false): Promise<RecordedEvent[]> {
  await tx.media.setState(held.picture.name, pictureStates.shown, awaiting)
  return isWithheld(held.picture) ? recordShown(ctx, tx, held, true) : []
}

async function recordShown(ctx: Ctx, tx: Tx, { ticket, picture }: PictureOnTicket, shown: boolean) {
  const common = { by: systemActor, at: ctx.now(), shown }
  if (ticket) return [await tx.record({ kind: 'ticket.picture', ...common, ...aboutTicket(ticket) })]
  if (picture.memberId === null) return []
  return [await tx.record({ kind: 'member.picture', ...common, member: picture.memberId })]
}

const markForReview = (ctx: Ctx, tx: Tx, { name, personId }: StoredPicture, why: 'review' | 'unchecked') =>
  tx.content.add({ thing: { kind: 'picture', name }, personId, why, at: ctx.now() })
