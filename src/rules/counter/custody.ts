import type { CheckedAccessory, CollectionProof, CustodyStep, HoldingPlace } from '#contract/counter/custody-fields.ts'
import { Refusal } from '#contract/errors.ts'

/** Where a device is that the team has. */
export interface DeviceHolding {
  readonly since: number
  readonly place: HoldingPlace
  /** The shelf it is on, or was on last. */
  readonly shelf: string
  /** The colleague who has it. */
  readonly memberId: number | null
}

/** A line of the ledger, as far as it says where a device is. */
export interface CustodyEntry {
  readonly what: CustodyStep
  readonly at: number
  readonly shelf: string
  readonly toMember: number | null
}

/** Where nothing is written of how the team got it. */
export const unrecordedHolding = (since: number): DeviceHolding => ({
  since,
  place: 'counter',
  shelf: '',
  memberId: null,
})

/** Where a device is after what a line says. Of one that went home it is where it was last, should it come back. */
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

/** The name of the colleague or workshop that has a device; empty otherwise. */
export function holderName(place: HoldingPlace, colleague: string | null, workshop: string | null): string {
  if (place === 'colleague') return colleague ?? ''
  return place === 'workshop' ? (workshop ?? '') : ''
}

/** What is said about handing a device back. */
export interface HandBackInput {
  readonly returned?: readonly number[]
  readonly missing?: readonly { readonly accessory: number; readonly reason: string }[]
  readonly to?: string
  readonly shown?: CollectionProof
  readonly signature?: string
}

/** Whether anything is said of it but that it happened. */
export function hasHandBackDetails({ returned, missing, to, shown, signature }: HandBackInput): boolean {
  return Boolean(returned ?? missing ?? shown) || Boolean(to || signature)
}

/** What came with a device and whether it went back: all of it, where anything is said of it. */
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

/** What a line of the ledger says came with a device; of one that was received nothing is back yet. */
export function accessoriesIn(stored: string): CheckedAccessory[] {
  const listed = JSON.parse(stored) as (number | CheckedAccessory)[] // written by the ledger alone
  return listed.map((one) => (typeof one === 'number' ? { accessory: one, returned: false, reason: '' } : one))
}

type Stray = 'unknown' | 'blank' | 'returned' | 'never_received' | 'elsewhere'

/** A device that the team has, as a stocktaking finds it, or does not. */
export interface StockDevice {
  readonly id: number
  readonly device: string
  readonly place: HoldingPlace
  readonly shelf: string
}

/** What is known of all that was scanned, and of what the team has. */
export interface StockRecords {
  readonly kept: readonly StockDevice[]
  /** The ticket that a tag is tied to, or was tied to last; nothing for a blank one. */
  readonly tags: ReadonlyMap<number, number | null>
  /** Whether it was handed back. */
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

/** Compares what was scanned along the shelves, or along one of them, with what should be there. */
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
  // The same device, or the same text, is one however often it was scanned.
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

/** People write `b3` and mean `B3`. */
const sameShelf = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The result is stored, and a scanned code may be the secret of a visitor's receipt. */
const withoutSecret = (text: string) =>
  (text.includes('://') ? text.replace(/#.*$/s, '') : text).replace(/[\w-]{43,}/g, '…').slice(0, 64)
