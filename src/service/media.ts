import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { type Clock, day, hour } from '#kit/time.ts'
import type { Store, Tx } from '#store/store.ts'
import { type Actor, assertNotErased } from './actor.ts'
import type { Ports } from './ports.ts'
import { mediaName, mediaUrl } from './present.ts'

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', webp: 'image/webp' }
const nameForm = /^[\w-]{22}\.(jpg|webp)$/

/** Nothing that began to be stored this long ago is still on its way. */
const storing = hour

/**
 * Gives a note the pictures at these addresses, which must be its author's own and used for nothing yet. The ticket is held, so that
 * its end comes before or after: pictures that came later would stay for ever.
 */
export async function attach(
  tx: Tx,
  publicUrl: string,
  note: { readonly id: number; readonly ticketId: number; readonly personId: number },
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  const ticket = await tx.tickets.hold(note.ticketId)
  if (ticket?.scrubbed !== 0) throw new Refusal('pictures_over')
  for (const [place, url] of urls.entries()) {
    const name = mediaName(publicUrl, url)
    const mine = name !== undefined && (await tx.media.use(name, note.personId, { noteId: note.id, place }))
    if (!mine) throw new Refusal('bad_input', { field: `pic[${place}]`, flaw: 'not_my_picture' })
  }
}

/** Pictures that people upload. */
export function mediaService(
  store: Store,
  { media, pictures }: Pick<Ports, 'media' | 'pictures'>,
  now: Clock,
  publicUrl: string,
) {
  return {
    /** It is written down before it is stored: what is in the store is known, and goes away if nothing uses it. */
    async upload(actor: Actor, file: unknown): Promise<string> {
      if (!(file instanceof Uint8Array)) throw new Refusal('bad_input', { field: 'file', flaw: 'not_a_file' })
      // Members go first: whoever can make up users must not keep the team waiting.
      const { bytes, extension } = await pictures.clean(file, actor.memberId !== null)
      const name = `${randomBytes(16).toString('base64url')}.${extension}`
      await store.upkeep(async (tx) => {
        await assertNotErased(tx, actor)
        await tx.media.add(name, actor.personId, now())
      })
      await media.put(name, bytes, types[extension] ?? '')
      // Whoever was erased meanwhile had it removed before it was there.
      if (!(await store.read((tx) => tx.media.isKept(name)))) {
        await media.remove(name)
        throw new Refusal('not_logged_in')
      }
      return mediaUrl(publicUrl, name)
    },

    /** Refuses a picture that nobody has, or that had its end, be its file removed already or not. */
    async assertKept(name: string): Promise<void> {
      if (!nameForm.test(name) || !(await store.read((tx) => tx.media.isKept(name)))) throw new Refusal('not_found')
    },

    async picture(name: string): Promise<{ type: string; bytes: Uint8Array }> {
      const extension = nameForm.exec(name)?.[1]
      const bytes = extension && (await media.get(name))
      if (!bytes) throw new Refusal('not_found')
      return { type: types[extension] ?? '', bytes }
    },

    /** Removes what nobody used within a day, and whatever has had its end. */
    async tidy(): Promise<void> {
      await store.upkeep(async (tx) => {
        await tx.media.retireUnusedBefore(now() - day)
        await tx.media.retireScrubbed()
      })
      await this.removeGone()
    },

    /** The file goes first: until it is gone, and can no longer arrive, the row remembers that it must. */
    async removeGone(): Promise<void> {
      let names: readonly string[] = []
      do {
        const last = names.at(-1) ?? ''
        names = await store.read((tx) => tx.media.gone(last, 100))
        for (const name of names) {
          await media.remove(name)
          await store.upkeep((tx) => tx.media.forget(name, now() - storing))
        }
      } while (names.length > 0)
    },
  }
}

export type MediaService = ReturnType<typeof mediaService>
