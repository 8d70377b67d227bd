import type { ChannelName } from './messages.ts'

export interface MessageTicket {
  readonly number: number
  readonly device: string
}

/** `by` is the name of the writer. */
export interface CommentedTicket extends MessageTicket {
  readonly by: string
  readonly text: string
}

/** Where and when a device can be collected, if known. */
export interface CollectableTicket extends MessageTicket {
  readonly place: string
  readonly next: MessageShiftTime | undefined
}

/** On the team's clock. */
export interface MessageShiftTime {
  readonly date: string
  readonly from: string
  readonly until: string
}

export interface MessageShift extends MessageShiftTime {
  readonly shift: number
  readonly place: string
}

export interface UnderstaffedShift extends MessageShift {
  readonly people: number
  readonly wanted: number
}

/** The repair day, and its wave if the booking has one. */
export interface BookedTicket extends MessageTicket, MessageShiftTime {
  readonly title: string
  readonly place: string
}

/** A repair day for its helpers. `role` is what they do there. */
export interface HelpedDay extends MessageShiftTime {
  readonly title: string
  readonly place: string
  readonly role: string
}

/** The facts in the text of a message, by its kind. */
export interface MessageFacts {
  comment: CommentedTicket
  answered: CommentedTicket
  waiting: MessageTicket
  ready: CollectableTicket
  unrepairable: CollectableTicket
  uncollected: CollectableTicket & { readonly days: number }
  collected: MessageTicket
  merged: MessageTicket & { readonly from: number }
  /** `days` without activity. */
  idle: MessageTicket & { readonly days: number }
  idle_team: MessageTicket & { readonly days: number }
  /** `bench` is empty if it was not said. */
  called: MessageTicket & { readonly turn: string; readonly bench: string }
  soon: MessageTicket & { readonly turn: string; readonly ahead: number }
  booking_tomorrow: BookedTicket
  /** Until when it is kept, on the team's clock. */
  place_offered: BookedTicket & { readonly keptDate: string; readonly keptUntil: string }
  day_changed: BookedTicket & { readonly off: boolean }
  added: MessageTicket
  new_ticket: MessageTicket
  help_tomorrow: HelpedDay
  /** Until when the place is kept, on the team's clock. */
  help_asked: HelpedDay & { readonly keptDate: string; readonly keptUntil: string }
  help_changed: HelpedDay & { readonly off: boolean }
  /** `due` is a date. */
  task_due: { readonly title: string; readonly task: string; readonly due: string }
  help_gap: MessageShiftTime & {
    readonly title: string
    readonly gaps: readonly { readonly role: string; readonly missing: number }[]
  }
  shift_tomorrow: MessageShift
  shift_soon: MessageShift
  shift_gap: UnderstaffedShift
  gap: UnderstaffedShift
  summary: MessageShift & { readonly text: string }
  offer: MessageShift & { readonly name: string }
  place_taken: MessageShift & { readonly name: string }
  feedback: object
  external: object
  upkeep: { readonly what: 'backup' | 'integrity' }
  channel: { readonly channel: ChannelName }
  /** `until` is empty while unknown. */
  duty: { readonly open: boolean; readonly until: string; readonly place: string; readonly reason: string }
  digest: {
    readonly date: string
    readonly waiting: number
    readonly ready: number
    readonly shifts: readonly (MessageShiftTime & { readonly shift: number; readonly people: number })[]
  }
  test: object
}
export type MessageContent = { [K in keyof MessageFacts]: { readonly kind: K } & MessageFacts[K] }[keyof MessageFacts]
