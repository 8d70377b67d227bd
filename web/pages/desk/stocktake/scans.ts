import { limits } from '#contract/limits.ts'
import { parseScan } from '#web/components/scan/scanned.ts'

/** What was found so far; the browser keeps it until it is finished. */
export interface Walk {
  readonly shelf: string
  readonly scans: readonly string[]
}
export const freshWalk: Walk = { shelf: '', scans: [] }

/** A receipt is its owner's secret, and hangs on no device. */
export function isReceipt(text: string): boolean {
  const found = parseScan(text)
  return found !== undefined && 'receipt' in found
}

/** A code as people say it: the same for a tag that is scanned and one that is typed. */
export function scanName(text: string): string {
  const found = parseScan(text)
  if (!found || 'receipt' in found) return text
  return 'tag' in found ? `T${found.tag}` : `#${found.ticket}`
}

export const isScanned = ({ scans }: Walk, text: string): boolean =>
  scans.some((scan) => scanName(scan) === scanName(text))

/** With one more, as it was read: what it means the service decides. What is there already is not there twice. */
export const withScan = (walk: Walk, text: string): Walk =>
  isScanned(walk, text) ? walk : { ...walk, scans: [...walk.scans, text.slice(0, limits.search)] }
