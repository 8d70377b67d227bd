import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { type Clock, day, hour } from '#kit/time.ts'
import type { Store, Tx } from '#store/store.ts'
import { type Actor, assertNotErased } from '../people/actor.ts'
import type { Ports } from '../ports.ts'
import { mediaName, mediaUrl } from '../present.ts'

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', webp: 'image/webp' }
const nameForm = /^[\w-]{22}\.(jpg|webp)$/

/** Nothing that began to be stored this long ago is still on its way. */
const storing = hour

/** A picture that somebody wants to use, by the address they gave. */
export interface WantedPicture {
  /** Nothing where the address is none of ours. */
  readonly name: string | undefined
  /** Whether its file was there when it was looked for. */
  readonly stored: boolean
}

/**
 * Gives one picture of this person, that nothing uses yet, to a note or a member. The database decides whether it may still be used: the file
 * of one that had its end is removed afterwards, and of one that is used it is not removed.
 */
export async function takePicture(
  tx: Tx,
  { name, stored }: WantedPicture,
  personId: number,
  user: Parameters<Tx['media']['use']>[2],
  field: string,
): Promise<string> {
  if (name === undefined || !(await tx.media.use(name, personId, user)))
    throw new Refusal('bad_input', { field, flaw: 'not_my_picture' })
  if (!stored) throw new Refusal('bad_input', { field, flaw: 'picture_lost' })
  return name
}

/**
 * Gives these pictures to a note. The ticket is held, so that its end comes before or after: pictures that came later would stay
 * for ever.
 */
export async function attach(
  tx: Tx,
  note: {
    readonly id: number
    readonly ticketId: number
    readonly personId: number
    /** Whose they are from then on: erasing a volunteer must not take the pictures of a visitor. */
    readonly keeperId?: number
  },
  pictures: readonly WantedPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  const ticket = await tx.tickets.hold(note.ticketId)
  if (ticket?.scrubbed !== 0) throw new Refusal('pictures_over')
  for (const [place, picture] of pictures.entries())
    await takePicture(
      tx,
      picture,
      note.personId,
      { noteId: note.id, place, keeperId: note.keeperId ?? note.personId },
      `pic[${place}]`,
    )
}

/** Pictures that people upload. */
export function mediaService(
  store: Store,
  { media, pictures }: Pick<Ports, 'media' | 'pictures'>,
  { now, deletionTime }: { readonly now: Clock; readonly deletionTime: Clock },
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
      if (!(await store.readOne((tx) => tx.media.isKept(name)))) {
        await media.remove(name)
        throw new Refusal('not_logged_in')
      }
      return mediaUrl(publicUrl, name)
    },

    /** Looks for the pictures at these addresses. Before a change, which waits for the database alone. */
    find(urls: readonly string[]): Promise<readonly WantedPicture[]> {
      return Promise.all(
        urls.map(async (url) => {
          const name = mediaName(publicUrl, url)
          if (name === undefined || !nameForm.test(name)) return { name: undefined, stored: false }
          return { name, stored: await media.has(name) }
        }),
      )
    },

    /** Refuses a picture that nobody has, or that had its end, be its file removed already or not. */
    async assertKept(name: string): Promise<void> {
      if (!nameForm.test(name) || !(await store.readOne((tx) => tx.media.isKept(name)))) throw new Refusal('not_found')
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
        await tx.media.retireUnusedBefore(deletionTime() - day)
        await tx.media.retireScrubbed()
      })
      await this.removeGone()
      await this.removeUnfinished()
    },

    /** What uploads left behind that were killed on their way. */
    async removeUnfinished(): Promise<void> {
      await media.removeUnfinished()
    },

    /** The file goes first: until it is gone, and can no longer arrive, the row remembers that it must. */
    async removeGone(): Promise<void> {
      let names: readonly string[] = []
      do {
        const last = names.at(-1) ?? ''
        names = await store.read((tx) => tx.media.gone(last, 100))
        for (const name of names) {
          await media.remove(name)
          await store.upkeep((tx) => tx.media.forget(name, deletionTime() - storing))
        }
      } while (names.length > 0)
    },
  }
}

export type MediaService = ReturnType<typeof mediaService>
