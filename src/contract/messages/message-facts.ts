import type { ChannelName } from './messages.ts'

/** A ticket as a message names it. */
export interface TicketFacts {
  readonly number: number
  readonly device: string
}

/** Where and when it can be collected: both empty where nobody knows. */
export interface CollectFacts extends TicketFacts {
  readonly place: string
  readonly next: ShiftTime | undefined
}

/** A shift on a day, by the team's clock. */
export interface ShiftTime {
  readonly date: string
  readonly from: string
  readonly until: string
}

export interface ShiftFacts extends ShiftTime {
  readonly shift: number
  readonly place: string
}

export interface GapFacts extends ShiftFacts {
  readonly people: number
  readonly wanted: number
}

/** What the words of a message are made of, by what it tells. */
export interface MessageFacts {
  comment: TicketFacts & { readonly text: string }
  answered: TicketFacts & { readonly text: string }
  waiting: TicketFacts
  ready: CollectFacts
  unrepairable: CollectFacts
  uncollected: CollectFacts & { readonly days: number }
  collected: TicketFacts
  merged: TicketFacts & { readonly from: number }
  /** How many days nothing has happened. */
  idle: TicketFacts & { readonly days: number }
  idle_team: TicketFacts & { readonly days: number }
  called: TicketFacts & { readonly turn: string }
  added: TicketFacts
  new_ticket: TicketFacts
  shift_tomorrow: ShiftFacts
  shift_soon: ShiftFacts
  shift_gap: GapFacts
  gap: GapFacts
  summary: ShiftFacts & { readonly text: string }
  offer: ShiftFacts & { readonly name: string }
  place_taken: ShiftFacts & { readonly name: string }
  feedback: object
  external: object
  upkeep: { readonly what: 'backup' | 'integrity' }
  channel: { readonly channel: ChannelName }
  /** `until` is empty where nobody knows. */
  duty: { readonly open: boolean; readonly until: string; readonly place: string; readonly reason: string }
  digest: {
    readonly date: string
    readonly waiting: number
    readonly ready: number
    readonly shifts: readonly (ShiftTime & { readonly shift: number; readonly people: number })[]
  }
  test: object
}
export type Told = { [K in keyof MessageFacts]: { readonly kind: K } & MessageFacts[K] }[keyof MessageFacts]
