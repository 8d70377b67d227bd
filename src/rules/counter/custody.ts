import type { CheckedAccessory, CollectionProof, CustodyStep, HoldingPlace } from '#contract/counter/custody-fields.ts'
import { Refusal } from '#contract/errors.ts'

export interface DeviceHolding {
  readonly since: number
  readonly place: HoldingPlace
  readonly shelf: string
  readonly memberId: number | null
}

/** The fields of a ledger line that say where a device is. */
export interface CustodyEntry {
  readonly what: CustodyStep
  readonly at: number
  readonly shelf: string
  readonly toMember: number | null
}

/** The place of a device whose arrival was not recorded. */
export const unrecordedHolding = (since: number): DeviceHolding => ({
  since,
  place: 'counter',
  shelf: '',
  memberId: null,
})

/** The place of a device after a line. A returned device keeps its last place, for the case that it comes back. */
export function holdingAfter(
  before: DeviceHolding | undefined,
  { what, at, shelf, toMember }: CustodyEntry,
): DeviceHolding {
  const held = before ?? unrecordedHolding(at)
  switch (what) {
    case 'received':
      if (shelf !== '') return { ...held, place: 'shelf', shelf, memberId: null }
      return held.place === 'workshop' ? { ...held, place: 'counter' } : held
    case 'shelved':
      return { ...held, place: 'shelf', shelf, memberId: null }
    case 'bench':
    case 'colleague':
    case 'workshop':
      return { ...held, place: what, memberId: toMember }
    case 'returned':
    case 'not_returned':
      return held
  }
}

export function holderName(place: HoldingPlace, colleague: string | null, workshop: string | null): string {
  if (place === 'colleague') return colleague ?? ''
  return place === 'workshop' ? (workshop ?? '') : ''
}

export interface HandBackInput {
  readonly returned?: readonly number[]
  readonly missing?: readonly { readonly accessory: number; readonly reason: string }[]
  readonly to?: string
  readonly shown?: CollectionProof
  readonly signature?: string
}

/** True if the input says more than that the device was handed back. */
export function hasHandBackDetails({ returned, missing, to, shown, signature }: HandBackInput): boolean {
  return Boolean(returned ?? missing ?? shown) || Boolean(to || signature)
}

/** Each accessory and whether it went back. An input that names some of them must name all. */
export function checkedAccessories(came: readonly number[], { returned, missing }: HandBackInput): CheckedAccessory[] {
  if (!returned && !missing) return []
  const back = new Set(returned)
  const reasons = new Map(missing?.map(({ accessory, reason }) => [accessory, reason]))
  for (const accessory of [...back, ...reasons.keys()])
    if (!came.includes(accessory)) throw new Refusal('accessory_never_there', { accessory })
  return [...new Set(came)].map((accessory) => {
    const reason = reasons.get(accessory)
    if (back.has(accessory) === (reason !== undefined)) throw new Refusal('accessory_unsaid', { accessory })
    return { accessory, returned: reason === undefined, reason: reason ?? '' }
  })
}

/** The accessories in a ledger line. Those of a received device have not gone back yet. */
export function accessoriesIn(stored: string): CheckedAccessory[] {
  const listed = JSON.parse(stored) as (number | CheckedAccessory)[] // only the ledger writes it
  return listed.map((one) => (typeof one === 'number' ? { accessory: one, returned: false, reason: '' } : one))
}

type Stray = 'unknown' | 'blank' | 'returned' | 'never_received' | 'elsewhere'

export interface StockDevice {
  readonly id: number
  readonly device: string
  readonly place: HoldingPlace
  readonly shelf: string
}

export interface StockRecords {
  readonly kept: readonly StockDevice[]
  /** The ticket that a tag is or was last tied to; `null` for a blank tag. */
  readonly tags: ReadonlyMap<number, number | null>
  /** True for tickets whose device was handed back. */
  readonly tickets: ReadonlyMap<number, boolean>
}

export type Scan = { readonly tag: number } | { readonly ticket: number }

/** Reads a scanned or typed code: the address of a tag or a ticket, `T1043` for a tag, `12` or `#12` for a ticket. */
export function readScan(scan: string, publicUrl: string): Scan | undefined {
  const text = scan.trim()
  const path = text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : ''
  const tag = /^\/g\/(\d{1,15})$/.exec(path) ?? /^T *(\d{1,15})$/i.exec(text)
  if (tag) return { tag: Number(tag[1]) }
  const ticket = /^\/t\/(\d{1,15})$/.exec(path) ?? /^#? *(\d{1,15})$/.exec(text)
  return ticket ? { ticket: Number(ticket[1]) } : undefined
}

/** Compares the scans of all shelves, or of one, with the records. */
export function compareStock(
  scans: readonly { readonly text: string; readonly scan: Scan | undefined }[],
  { kept, tags, tickets }: StockRecords,
  shelf: string,
) {
  const byId = new Map(kept.map((one) => [one.id, one]))
  const isExpected = ({ place, shelf: own }: StockDevice) =>
    shelf === '' ? place === 'shelf' || place === 'counter' : place === 'shelf' && sameShelf(own, shelf)
  const judged = (ticket: number): Stray | 'there' => {
    const device = byId.get(ticket)
    if (device) return isExpected(device) ? 'there' : 'elsewhere'
    const returned = tickets.get(ticket)
    return returned === undefined ? 'unknown' : returned ? 'returned' : 'never_received'
  }
  const there = new Set<number>()
  // A device or a text counts once, however often it was scanned.
  const stray = new Map<number | string, { scan: string; id: number; why: Stray }>()
  for (const { text, scan } of scans) {
    const shown = withoutSecret(text)
    const ticket = scan && ('tag' in scan ? tags.get(scan.tag) : scan.ticket)
    if (ticket === undefined) stray.set(shown, { scan: shown, id: 0, why: 'unknown' })
    else if (ticket === null) stray.set(shown, { scan: shown, id: 0, why: 'blank' })
    else {
      const why = judged(ticket)
      if (why === 'there') there.add(ticket)
      else if (why === 'unknown') stray.set(shown, { scan: shown, id: 0, why })
      else if (!stray.has(ticket)) stray.set(ticket, { scan: shown, id: ticket, why })
    }
  }
  const missing = kept.filter((one) => isExpected(one) && !there.has(one.id))
  return { there: there.size, missing, stray: [...stray.values()] }
}

const sameShelf = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The result is stored, and a scanned code may be the secret of a visitor's receipt. */
const withoutSecret = (text: string) =>
  (text.includes('://') ? text.replace(/#.*$/s, '') : text).replace(/[\w-]{43,}/g, '…').slice(0, 64)
