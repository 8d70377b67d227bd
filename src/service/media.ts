import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { type Clock, day } from '#kit/time.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Actor } from './actor.ts'
import type { Ports } from './ports.ts'
import { mediaName, mediaUrl } from './present.ts'

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', webp: 'image/webp' }
const nameForm = /^[\w-]{22}\.(jpg|webp)$/

/** Gives a note the pictures at these addresses, which must be its author's own and used for nothing yet. */
export async function attach(
  tx: Tx,
  publicUrl: string,
  note: { readonly id: number; readonly personId: number },
  urls: readonly string[],
): Promise<void> {
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
      const { bytes, extension } = await pictures.clean(file)
      const name = `${randomBytes(16).toString('base64url')}.${extension}`
      await store.upkeep((tx) => tx.media.add(name, actor.personId, now()))
      await media.put(name, bytes, types[extension] ?? '')
      return mediaUrl(publicUrl, name)
    },

    async picture(name: string): Promise<{ type: string; bytes: Uint8Array }> {
      const extension = nameForm.exec(name)?.[1]
      const bytes = extension && (await media.get(name))
      if (!bytes) throw new Refusal('not_found')
      return { type: types[extension] ?? '', bytes }
    },

    /** Removes what nobody used within a day, and whatever has had its end. */
    async tidy(): Promise<void> {
      await store.upkeep((tx) => tx.media.retireUnusedBefore(now() - day))
      await this.removeGone()
    },

    /** The file goes first: until it is gone, the row remembers that it must. */
    async removeGone(): Promise<void> {
      for (;;) {
        const names = await store.read((tx) => tx.media.gone(100))
        for (const name of names) {
          await media.remove(name)
          await store.upkeep((tx) => tx.media.forget(name))
        }
        if (names.length < 100) return
      }
    },
  }
}

export type MediaService = ReturnType<typeof mediaService>
