import { may, type TicketInfo } from './ticket.ts'

export type Custody = NonNullable<TicketInfo['custody']>
export type CustodyLine = Custody['lines'][number]
export type HoldingInfo = NonNullable<Custody['holding']>

export const mayReceive = (ticket: Pick<TicketInfo, 'here' | 'moves'>): boolean =>
  !ticket.here && may(ticket, 'receive')

export type Ticks = Readonly<Record<number, true | string>>

/** Counts the items that are neither ticked nor explained. */
export const unticked = (things: number, ticks: Ticks): number =>
  Array.from({ length: things }, (_, place) => ticks[place]).filter((tick) => tick !== true && !tick?.trim()).length

/** Index 0 is the device itself, so the accessories start at 1. */
export function checkedOff(accessories: readonly number[], ticks: Ticks) {
  const checked = accessories.map((accessory, place) => ({ accessory, tick: ticks[place + 1] }))
  return {
    returned: checked.filter(({ tick }) => tick === true).map(({ accessory }) => accessory),
    missing: checked.flatMap(({ accessory, tick }) =>
      typeof tick === 'string' ? [{ accessory, reason: tick.trim() }] : [],
    ),
  }
}
