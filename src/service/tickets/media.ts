import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { hour, minute, second } from '#kit/time.ts'
import { freeNeeded, pictureBytes, pictureLimits, type Uploader } from '#rules/tickets/picture-budget.ts'
import { isMediaName, pictureTypes } from '#rules/tickets/pictures.ts'
import type { CountedAttempt } from '#store/people/attempts.ts'
import type { Tx } from '#store/store.ts'
import { pictureStates } from '#store/tables.ts'
import { type Actor, assertNotErased } from '../shared/actor.ts'
import type { Attempts } from '../shared/attempts.ts'
import { type PictureToCheck, pictureCheckFor } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { mediaName, mediaUrl } from '../shared/media-urls.ts'
import { hasValidSignature, isWithheld, newPictureSecret, pictureUrl } from '../shared/picture-addresses.ts'
import type { Ports } from '../shared/ports.ts'

/** No upload takes longer to be stored. */
const storing = hour
/** Pictures that are unused after this time are removed. */
const unusedLife = hour

export interface PictureRef {
  /** `undefined` for a foreign address. */
  readonly name: string | undefined
  readonly stored: boolean
}

/**
 * Assigns an unused picture to a note or a member. The database decides whether it may still be used, so that the file
 * of a used picture is never removed.
 */
export async function assignPicture(
  tx: Tx,
  { name, stored }: PictureRef,
  personId: number,
  user: Parameters<Tx['media']['attach']>[2],
  field: string,
): Promise<string> {
  if (name === undefined || !(await tx.media.attach(name, personId, user))) {
    const refused = name !== undefined && (await tx.media.wasRefused(name, personId))
    throw new Refusal('bad_input', { field, flaw: refused ? 'picture_refused' : 'not_my_picture' })
  }
  if (!stored) throw new Refusal('bad_input', { field, flaw: 'picture_lost' })
  return name
}

/** Locks the ticket, because pictures added after its erasure would stay for ever. */
export async function attachPictures(
  tx: Tx,
  note: {
    readonly id: number
    readonly ticketId: number
    readonly personId: number
    /** The owner of the pictures: erasing a volunteer must not remove a visitor's. */
    readonly keeperId?: number
  },
  pictures: readonly PictureRef[],
): Promise<void> {
  if (pictures.length === 0) return
  const ticket = await tx.tickets.lock(note.ticketId)
  if (ticket?.scrubbed !== 0) throw new Refusal('pictures_over')
  for (const [place, picture] of pictures.entries())
    await assignPicture(
      tx,
      picture,
      note.personId,
      { noteId: note.id, place, keeperId: note.keeperId ?? note.personId },
      `pic[${place}]`,
    )
}

export interface UploadOptions {
  readonly network: string
  readonly signature?: boolean
}

/** `false` if the picture was removed meanwhile. */
function promiseCheck(ctx: Ctx, name: string, person: number) {
  return ctx.store.upkeep(async (tx) => {
    if (!(await tx.media.find(name))) return false
    const payload: PictureToCheck = { name, person }
    await tx.outbox.add({ destination: 'pictures', kind: 'picture', thing: name, payload }, ctx.now())
    return true
  })
}

/** Writes the row before the file, so that each stored file is known and is removed if unused. */
async function keep(
  ctx: Ctx,
  actor: Actor,
  { bytes, extension }: Awaited<ReturnType<Ports['pictures']['clean']>>,
  signature: boolean,
): Promise<string> {
  const name = `${randomBytes(16).toString('base64url')}.${extension}`
  const { personId } = actor
  const care = signature ? undefined : await pictureCheckFor(ctx, actor)
  const secret = care === 'hold' || care === 'keep' ? newPictureSecret() : undefined
  const state = care === 'keep' ? pictureStates.unjudged : pictureStates.held
  await ctx.store.upkeep(async (tx) => {
    await assertNotErased(tx, actor)
    await tx.media.add(name, personId, ctx.now(), secret, state)
    if (signature) await tx.media.setState(name, pictureStates.signature)
    if (care === 'mark' || care === 'keep')
      await tx.content.add({ thing: { kind: 'picture', name }, personId, why: 'unchecked', at: ctx.now() })
  })
  await ctx.ports.media.put(name, bytes, pictureTypes[extension] ?? '')
  // WeChat can fetch the file only now. If the node stops before, the unused picture is removed.
  const isKept =
    care === 'hold'
      ? await promiseCheck(ctx, name, personId)
      : (await ctx.store.read((tx) => tx.media.find(name))) !== undefined
  if (!isKept) {
    await ctx.ports.media.remove(name)
    throw new Refusal('not_logged_in')
  }
  return secret === undefined
    ? mediaUrl(ctx.publicUrl, name)
    : pictureUrl(ctx.publicUrl, { name, state, secret }, ctx.now())
}

/** Counts the upload against the daily shares before any work. Failed uploads are not counted. */
export async function uploadPicture(
  ctx: Ctx,
  actor: Actor,
  file: unknown,
  { network, signature = false }: UploadOptions,
): Promise<string> {
  if (signature && actor.memberId === null) throw new Refusal('wrong_role', { needed: 'member' })
  if (!(file instanceof Uint8Array)) throw new Refusal('bad_input', { field: 'file', flaw: 'not_a_file' })
  const share = await takePictureQuota(ctx, actor, network, file.byteLength)
  return ctx.attempts.refundOnError(share.taken, async () => {
    // Members go first, so that a flood of uploads does not delay the team.
    const picture = await ctx.ports.pictures.clean(file, actor.memberId !== null)
    await share.grow(picture.bytes.byteLength)
    return keep(ctx, actor, picture, signature)
  })
}

/** Runs before the transaction, which must wait for nothing but the database. */
export function findPictures(ctx: Ctx, urls: readonly string[]): Promise<readonly PictureRef[]> {
  return Promise.all(
    urls.map(async (url) => {
      const name = mediaName(ctx.publicUrl, url)
      if (name === undefined) return { name: undefined, stored: false }
      return { name, stored: await ctx.ports.media.has(name) }
    }),
  )
}

/** `see` is the signature in the address. Refuses an unknown or removed picture even if its file exists. */
export async function mayViewPicture(ctx: Ctx, name: string, see = ''): Promise<boolean> {
  const picture = isMediaName(name) ? await ctx.store.read((tx) => tx.media.find(name)) : undefined
  if (!picture) throw new Refusal('not_found')
  return !isWithheld(picture) || hasValidSignature(picture, see, ctx.now())
}

export async function readPicture(ctx: Ctx, name: string): Promise<{ type: string; bytes: Uint8Array }> {
  const bytes = isMediaName(name) ? await ctx.ports.media.get(name) : undefined
  if (!bytes) throw new Refusal('not_found')
  return { type: pictureTypes[name.slice(name.lastIndexOf('.') + 1)] ?? '', bytes }
}

export async function removeUnusedPictures(ctx: Ctx): Promise<void> {
  if ((await ctx.store.upkeep((tx) => tx.media.retireUnusedBefore(ctx.deletionTime() - unusedLife))) > 0)
    await removeDeletedPictures(ctx)
}

/** Removes unused pictures, and the files of erased and refused ones. */
export async function tidyPictures(ctx: Ctx): Promise<void> {
  await removeUnusedPictures(ctx)
  await ctx.store.upkeep(async (tx) => {
    await tx.media.retireScrubbed()
    await tx.content.deleteStale()
  })
  await removeDeletedPictures(ctx)
  await removeUnfinishedPictures(ctx)
}

export async function removeUnfinishedPictures(ctx: Ctx): Promise<void> {
  await ctx.ports.media.removeUnfinished()
}

/** Removes the file first. The row stays until no upload can bring the file back. */
export async function removeDeletedPictures(ctx: Ctx): Promise<void> {
  let names: readonly string[] = []
  do {
    const last = names.at(-1) ?? ''
    names = await ctx.store.read((tx) => tx.media.retired(last, 100))
    for (const name of names) {
      await ctx.ports.media.remove(name)
      await ctx.store.upkeep((tx) => tx.media.deleteRetired(name, ctx.deletionTime() - storing))
    }
  } while (names.length > 0)
}

const lookAgainMs = 10 * minute

function take(ctx: Ctx, limits: Parameters<Attempts['take']>[0], { network }: Uploader) {
  return ctx.attempts.take(limits, { address: network }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    const { seconds } = error.facts as { seconds: number } // the code gives the type of the facts
    throw new Refusal('picture_quota', { seconds })
  })
}

async function takePictureQuota(ctx: Ctx, { personId, memberId, guest }: Actor, network: string, sentBytes: number) {
  const isMember = memberId !== null
  if ((await ctx.ports.media.freeBytes()) < freeNeeded(ctx.pictureBudget, isMember))
    throw new Refusal('disk_low', { seconds: lookAgainMs / second })
  const uploader = { personId, isMember, isGuest: !isMember && guest, network }
  const taken: CountedAttempt[] = [
    ...(await take(ctx, pictureLimits(ctx.pictureBudget, uploader, sentBytes), uploader)),
  ]
  return {
    /** Counts the difference if the stored picture is larger. */
    async grow(storedBytes: number) {
      if (storedBytes <= sentBytes) return
      taken.push(...(await take(ctx, pictureBytes(ctx.pictureBudget, uploader, storedBytes - sentBytes), uploader)))
    },
    taken,
  }
}
