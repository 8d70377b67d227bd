import { randomName } from './random.ts'
import { storedValue } from './storage.ts'

/** A note being written. It survives a lost network and a restart. */
interface NoteDraft {
  readonly id: number
  readonly text: string
  readonly pic: readonly string[]
  readonly internal: boolean
  readonly sent: SentNote | null
}

/** Repeats with the same contents carry the same idempotency key until one succeeds. */
interface SentNote {
  readonly contents: string
  readonly key: string
}

const nothing: NoteDraft = { id: 0, text: '', pic: [], internal: false, sent: null }

function noteDraft(name: string) {
  const stored = storedValue<NoteDraft>(name, nothing)
  const draft = {
    of(id: number): NoteDraft {
      const found = stored.get()
      return found.id === id ? { ...nothing, ...found } : { ...nothing, id }
    },
    keep(id: number, to: Partial<NoteDraft>): void {
      stored.set({ ...draft.of(id), ...to })
    },
    keepPhotos(id: number, photos: readonly { readonly url: string }[]): void {
      draft.keep(id, { pic: photos.map(({ url }) => url).filter(Boolean) })
    },
    keyOf(id: number, contents: string): string {
      const { sent } = draft.of(id)
      if (sent?.contents === contents) return sent.key
      const fresh = { contents, key: randomName() }
      draft.keep(id, { sent: fresh })
      return fresh.key
    },
    clear: stored.clear,
  }
  return draft
}

export const memberNote = noteDraft('note')
export const ownerComment = noteDraft('comment')
