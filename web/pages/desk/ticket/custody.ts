import { may, type Ticket } from './ticket.ts'

export type Custody = NonNullable<Ticket['custody']>
export type CustodyLine = Custody['lines'][number]
export type Holding = NonNullable<Custody['holding']>

/** It can be brought: nobody has it here, and nobody has given up on it. */
export const mayReceive = (ticket: Pick<Ticket, 'here' | 'moves'>): boolean => !ticket.here && may(ticket, 'receive')

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
