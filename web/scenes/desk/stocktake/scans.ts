import { keptTyping } from '#web/lib/kept.ts'
import { scanned } from '#web/parts/scan/scanned.ts'

/** What was found so far; the browser keeps it until it is finished. */
export interface Walk {
  readonly shelf: string
  readonly scans: readonly string[]
}
export const freshWalk: Walk = { shelf: '', scans: [] }

/** A code as people say it: the same for a tag that is scanned and one that is typed. */
export function nameOf(text: string): string {
  const found = scanned(text)
  if (!found || 'receipt' in found) return text.trim()
  return 'tag' in found ? `T${found.tag}` : `#${found.ticket}`
}

export const isThere = ({ scans }: Walk, text: string): boolean => scans.some((scan) => scan === nameOf(text))

/** With one more; what is there already is not there twice. */
export const withScan = (walk: Walk, text: string): Walk =>
  isThere(walk, text) ? walk : { ...walk, scans: [...walk.scans, nameOf(text)] }

const kept = keptTyping(localStorage, 'stocktake')

export const walks = {
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
