import { randomName } from './random.ts'
import { storedValue } from './storage.ts'

/** A note being written. It survives a lost network and a restart. */
interface Writing {
  readonly id: number
  readonly text: string
  readonly pic: readonly string[]
  readonly internal: boolean
  readonly sent: Sent | null
}

/** Repeats with the same contents carry the same idempotency key until one succeeds. */
interface Sent {
  readonly contents: string
  readonly key: string
}

const nothing: Writing = { id: 0, text: '', pic: [], internal: false, sent: null }

function writingUnder(name: string) {
  const stored = storedValue<Writing>(name, nothing)
  const writing = {
    of(id: number): Writing {
      const found = stored.get()
      return found.id === id ? { ...nothing, ...found } : { ...nothing, id }
    },
    keep(id: number, to: Partial<Writing>): void {
      stored.set({ ...writing.of(id), ...to })
    },
    keepPhotos(id: number, photos: readonly { readonly url: string }[]): void {
      writing.keep(id, { pic: photos.map(({ url }) => url).filter(Boolean) })
    },
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
