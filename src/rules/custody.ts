import type { CheckedAccessory, CustodyStep, HeldAt, ShownBy } from '#contract/custody-fields.ts'
import { Refusal } from '#contract/errors.ts'

/** Where a device is that the team has. */
export interface Held {
  readonly since: number
  readonly place: HeldAt
  /** The shelf it is on, or was on last. */
  readonly shelf: string
  /** The colleague who has it. */
  readonly memberId: number | null
}

/** A line of the ledger, as far as it says where a device is. */
export interface Line {
  readonly what: CustodyStep
  readonly at: number
  readonly shelf: string
  readonly toMember: number | null
}

/** Where nothing is written of how the team got it. */
export const unwritten = (since: number): Held => ({ since, place: 'counter', shelf: '', memberId: null })

/** Where a device is after what a line says. Of one that went home it is where it was last, should it come back. */
export function heldAfter(before: Held | undefined, { what, at, shelf, toMember }: Line): Held {
  const held = before ?? unwritten(at)
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

/** Who has a device beside the team as such; empty where nobody does. */
export function withWhom(place: HeldAt, colleague: string | null, workshop: string | null): string {
  if (place === 'colleague') return colleague ?? ''
  return place === 'workshop' ? (workshop ?? '') : ''
}

/** What is said about handing a device back. */
export interface HandBackWish {
  readonly returned?: readonly number[]
  readonly missing?: readonly { readonly accessory: number; readonly reason: string }[]
  readonly to?: string
  readonly shown?: ShownBy
  readonly signature?: string
}

/** Whether anything is said of it but that it happened. */
export function saysMore({ returned, missing, to, shown, signature }: HandBackWish): boolean {
  return Boolean(returned ?? missing ?? shown) || Boolean(to || signature)
}

/** What came with a device and whether it went back: all of it, where anything is said of it. */
export function checkedAccessories(came: readonly number[], { returned, missing }: HandBackWish): CheckedAccessory[] {
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
