import { parseScan } from '#client/scan.ts'
import { limits } from '#contract/limits.ts'

export interface Walk {
  readonly shelf: string
  readonly scans: readonly string[]
}
export const freshWalk: Walk = { shelf: '', scans: [] }

/** A receipt is the owner's secret; it never identifies a device on a shelf. */
export function isReceipt(text: string): boolean {
  const found = parseScan(text)
  return found !== undefined && 'receipt' in found
}

/** The spoken form of a code: the same whether a tag is scanned or typed. */
export function scanName(text: string): string {
  const found = parseScan(text)
  if (!found || 'receipt' in found) return text
  return 'tag' in found ? `T${found.tag}` : `#${found.ticket}`
}

export const isScanned = ({ scans }: Walk, text: string): boolean =>
  scans.some((scan) => scanName(scan) === scanName(text))

/** Adds a scan as it was read, because the service interprets it. Duplicates are ignored. */
export const withScan = (walk: Walk, text: string): Walk =>
  isScanned(walk, text) ? walk : { ...walk, scans: [...walk.scans, text.slice(0, limits.search)] }
