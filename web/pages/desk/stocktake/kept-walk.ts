import { storedDraft } from '#web/lib/stored-text.ts'
import { freshWalk, type Walk } from './scans.ts'

const kept = storedDraft(localStorage, 'stocktake')

/** Stores the scans, so that they survive a reload. */
export const keptWalk = {
  read(): Walk {
    try {
      const { shelf, scans }: Partial<Walk> = JSON.parse(kept.get() ?? '{}')
      return { shelf: String(shelf ?? ''), scans: Array.isArray(scans) ? scans.map(String) : [] }
    } catch {
      return freshWalk
    }
  },
  write: (walk: Walk): void =>
    kept.set(walk.scans.length === 0 && walk.shelf === '' ? undefined : JSON.stringify(walk)),
}
