import { randomName } from '../../lib/random.ts'
import { kept } from '../../lib/storage.ts'
import type { Sent } from '../attempt.ts'

/** A note that is being written on a ticket: it outlives the network, the background and a restart. */
interface Writing {
  readonly id: number
  readonly text: string
  readonly internal: boolean
  readonly sent: Sent | null
}

const nothing: Writing = { id: 0, text: '', internal: false, sent: null }
const stored = kept<Writing>('note', nothing)

export const writing = {
  of(id: number): Writing {
    const found = stored.get()
    return found.id === id ? found : { ...nothing, id }
  },
  keep(id: number, to: Partial<Writing>): void {
    stored.set({ ...writing.of(id), ...to })
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
