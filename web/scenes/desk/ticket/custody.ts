import { meaningOf } from '#contract/codes.ts'
import type { Ticket } from '#web/data/queries.ts'

export type Custody = NonNullable<Ticket['custody']>
export type CustodyLine = Custody['lines'][number]
export type Holding = NonNullable<Custody['holding']>

/** It can be brought: nobody has it here, and nobody has given up on it. */
export function mayReceive({ isConfirmed, status, here }: Pick<Ticket, 'isConfirmed' | 'status' | 'here'>): boolean {
  return !here && !isConfirmed && meaningOf(status).phase !== 'closed'
}

/** What came with the device when somebody received it last. */
export function receivedWith(lines: readonly Pick<CustodyLine, 'what' | 'accessories'>[]): number[] {
  const received = lines.findLast(({ what }) => what === 'received')
  return received?.accessories.map(({ accessory }) => accessory) ?? []
}

/** What is ticked while a device is handed back: `true` where it is there, a reason where it is not. */
export type Ticks = Readonly<Record<number, true | string>>

/** How many things nobody has said anything about yet. */
export const unticked = (things: number, ticks: Ticks): number =>
  Array.from({ length: things }, (_, place) => ticks[place]).filter((tick) => tick !== true && !tick?.trim()).length

/** What a hand-back says of the accessories, which stand behind the device itself. */
export function checkedOff(accessories: readonly number[], ticks: Ticks) {
  const checked = accessories.map((accessory, place) => ({ accessory, tick: ticks[place + 1] }))
  return {
    returned: checked.filter(({ tick }) => tick === true).map(({ accessory }) => accessory),
    missing: checked.flatMap(({ accessory, tick }) =>
      typeof tick === 'string' ? [{ accessory, reason: tick.trim() }] : [],
    ),
  }
}
