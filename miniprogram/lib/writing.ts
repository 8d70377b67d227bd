import { randomName } from './random.ts'
import { kept } from './storage.ts'

/** What somebody is writing on a ticket: it outlives the network, the background and a restart. */
interface Writing {
  readonly id: number
  readonly text: string
  /** Pictures that are uploaded. */
  readonly pic: readonly string[]
  readonly internal: boolean
  readonly sent: Sent | null
}

/** The same contents go with the same key until they have arrived, so that a try whose answer was lost can be repeated. */
interface Sent {
  readonly contents: string
  readonly key: string
}

const nothing: Writing = { id: 0, text: '', pic: [], internal: false, sent: null }

/** Owners and members write on pages of their own, each of which keeps one note. */
function writingUnder(name: string) {
  const stored = kept<Writing>(name, nothing)
  const writing = {
    of(id: number): Writing {
      const found = stored.get()
      return found.id === id ? { ...nothing, ...found } : { ...nothing, id }
    },
    keep(id: number, to: Partial<Writing>): void {
      stored.set({ ...writing.of(id), ...to })
    },
    /** Those of its photos that are uploaded. */
    keepPhotos(id: number, photos: readonly { readonly url: string }[]): void {
      writing.keep(id, { pic: photos.map(({ url }) => url).filter(Boolean) })
    },
    /** The key of these contents: the same one until they have arrived. */
    keyOf(id: number, contents: string): string {
      const { sent } = writing.of(id)
      if (sent?.contents === contents) return sent.key
      const fresh = { contents, key: randomName() }
      writing.keep(id, { sent: fresh })
      return fresh.key
    },
    clear: stored.clear,
  }
  return writing
}

export const memberNote = writingUnder('note')
export const ownerComment = writingUnder('comment')
