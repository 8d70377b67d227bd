import { Refusal } from '#contract/errors.ts'
import { minute } from '#kit/time.ts'
import type { Recorded } from '#store/events.ts'
import { type ChangeResult, type Tx, unchanged } from '#store/store.ts'
import { outboxStates, pictureStates } from '#store/tables.ts'
import type { KeptPicture } from '#store/tickets/media.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import type { Deliverer } from '../outbox/worker.ts'
import { systemActor } from '../shared/actor.ts'
import { afterCommit } from '../shared/after-commit.ts'
import type { PictureToCheck } from '../shared/content-checks.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import { isWithheld, pictureUrl } from '../shared/picture-addresses.ts'
import type { ContentVerdict, PushSignature } from '../shared/ports.ts'
import { aboutTicket } from '../shared/ticket-access.ts'
import { Trouble } from '../shared/trouble.ts'
import { removeDeletedPictures } from '../tickets/media.ts'

/** WeChat takes half an hour at most. */
const patienceMs = 45 * minute
const giveUpMs = 30 * minute
const atOnce = 50

/** A picture with the ticket that it is on, if it is on one. Both are held, the ticket first, as by whoever attaches one. */
export interface PictureOnTicket {
  readonly picture: KeptPicture
  readonly ticket: Ticket | undefined
}

export async function holdPicture(tx: Tx, name: string): Promise<PictureOnTicket | undefined> {
  const ticketOf = async ({ noteId }: KeptPicture): Promise<Ticket | undefined> => {
    const find = async () => (noteId === null ? undefined : (await tx.notes.find(noteId))?.ticket_id)
    let ticket: Ticket | undefined
    // Until it is held, its ticket may be joined with another, which then has the note.
    for (let id = await find(); id !== undefined && id !== ticket?.id; id = await find()) {
      ticket = await tx.tickets.lock(id)
      if (!ticket) break
    }
    return ticket
  }
  const before = await tx.media.kept(name)
  const ticket = before && (await ticketOf(before))
  const picture = before && (await tx.media.hold(name))
  return picture && { picture, ticket: picture.noteId === before?.noteId ? ticket : await ticketOf(picture) }
}

/** Takes a held picture away from everybody: its file follows. */
export async function removePicture(tx: Tx, { name, memberId }: KeptPicture): Promise<void> {
  await tx.media.judge(name, pictureStates.refused)
  await tx.content.forget({ kind: 'picture', name })
  if (memberId !== null) await tx.members.update(memberId, { avatar: '' })
}

/** Pictures that are held until WeChat has looked at them. */
export function heldPictures(ctx: Ctx) {
  const { store, now, deletionTime: believed, settings, publicUrl } = ctx
  const { wechat } = ctx.ports
  /** Tells those who see its ticket, or whose picture it is. */
  async function told(tx: Tx, { ticket, picture }: PictureOnTicket, shown: boolean): Promise<Recorded[]> {
    const said = { by: systemActor, at: now(), shown }
    if (ticket) return [await tx.record({ kind: 'ticket.picture', ...said, ...aboutTicket(ticket) })]
    if (picture.memberId === null) return []
    return [await tx.record({ kind: 'member.picture', ...said, member: picture.memberId })]
  }

  const mark = (tx: Tx, { name, personId }: KeptPicture, why: 'review' | 'unchecked') =>
    tx.content.mark({ thing: { kind: 'picture', name }, personId, why, at: now() })

  async function show(tx: Tx, held: PictureOnTicket, awaiting = false): Promise<Recorded[]> {
    await tx.media.judge(held.picture.name, pictureStates.shown, awaiting)
    return isWithheld(held.picture) ? told(tx, held, true) : []
  }

  /** WeChat cannot say: it is shown and marked, or waits for somebody of the team. A verdict may still come. */
  async function unjudged(tx: Tx, held: PictureOnTicket | undefined, mayBeShown = true): Promise<Recorded[]> {
    if (held?.picture.state !== pictureStates.held) return []
    await mark(tx, held.picture, 'unchecked')
    if (mayBeShown && settings.current().wechat.whenUnchecked === 'let_through') return show(tx, held, true)
    await tx.media.judge(held.picture.name, pictureStates.unjudged, true)
    return []
  }

  async function judged(tx: Tx, held: PictureOnTicket, verdict: ContentVerdict | undefined): Promise<Recorded[]> {
    switch (verdict) {
      case undefined:
        return unjudged(tx, held)
      case 'risky':
        await removePicture(tx, held.picture)
        return told(tx, held, false)
      case 'review':
        await mark(tx, held.picture, 'review')
        return show(tx, held)
      case 'pass':
        await tx.content.forget({ kind: 'picture', name: held.picture.name })
        return show(tx, held)
    }
  }

  const deliverer: Deliverer | undefined = wechat && {
    giveUpMs,
    longestPauseMs: 5 * minute,
    givenUp: 'failed',
    check: () => wechat.check(),
    async gaveUp(tx, row) {
      await unjudged(tx, await holdPicture(tx, toCheck(row.payload).name))
    },
    async deliver({ payload }, signal) {
      const { name, person } = toCheck(payload)
      const { picture, openid } = await store.read(async (tx) => ({
        picture: await tx.media.kept(name),
        openid: await tx.users.subjectOf(person, wechat.provider),
      }))
      if (picture?.state !== pictureStates.held) return { how: 'dropped' }
      // It was asked by an earlier version, and the node stopped before it could say so.
      if (picture.trace !== null) return { how: 'delivered' }
      if (openid === undefined) throw new Trouble({ say: 'address_gone' }, { hopeless: true })
      const url = pictureUrl(publicUrl, picture, now())
      const trace = await wechat.picture(url, { openid, scene: 'social' }, signal)
      return {
        how: 'delivered',
        async also(tx) {
          if (trace !== undefined) return tx.media.awaitVerdict(name, trace)
          // Not in the mini-program lately: for members alone that is nothing, as with texts.
          await unjudged(tx, await holdPicture(tx, name), (await tx.users.memberOf(person)) !== null)
        },
      }
    },
  }

  return {
    deliverer,

    /** Carries out what WeChat says about a picture. What it says twice, or of pictures that are no more, is nothing new. */
    async pushed(signed: PushSignature, body: Readonly<Record<string, unknown>>): Promise<void> {
      if (!wechat?.push) throw new Refusal('not_found')
      const said = wechat.push.read(signed, body)
      if (!said) return
      await store.change(async (tx): Promise<ChangeResult<void>> => {
        const name = await tx.media.byTrace(said.trace)
        const held = name === undefined ? undefined : await holdPicture(tx, name)
        if (held?.picture.trace === said.trace)
          return { answer: undefined, events: await judged(tx, held, said.verdict) }
        // It may be faster than we are with writing down what it is about. Then it says it again.
        if (await tx.outbox.isBusy('pictures')) throw new Refusal('overloaded', { seconds: 1 })
        return unchanged
      })
      if (said.verdict === 'risky') await afterCommit(() => removeDeletedPictures(ctx))
    },

    /** Whoever enters the address at WeChat proves with it that it is theirs. */
    verify(signed: PushSignature): void {
      if (!wechat?.push) throw new Refusal('not_found')
      wechat.push.verify(signed)
    },

    /** Sees to those about which nothing was heard for long. */
    async giveUp(): Promise<void> {
      const since = believed() - patienceMs
      const names = await store.readOne((tx) => tx.media.heldSince(since, atOnce, wechat !== undefined))
      for (const name of names) await store.upkeep(async (tx) => unjudged(tx, await holdPicture(tx, name)))
      // Nobody is left to ask.
      if (!wechat && (await store.readOne((tx) => tx.outbox.count('pictures', outboxStates.waiting))) > 0)
        await store.upkeep((tx) => tx.outbox.dropUntil(since, 'pictures', now()))
    },
  }
}

const toCheck = (payload: string) => JSON.parse(payload) as PictureToCheck // as `upload` wrote it

export const heldPicturesOf = perContext(heldPictures)
