/** The states that are stored. The others follow from the bookings and the clock. */
export type StoredDayState = 'draft' | 'announced' | 'closed' | 'cancelled'
/** `full`: every bookable place has a booking. `open`: the day has begun. */
export const repairDayStates = ['draft', 'announced', 'full', 'open', 'closed', 'cancelled'] as const
export type RepairDayState = (typeof repairDayStates)[number]

/** `offered`: a place is free for this booking until a time. `lapsed`: no answer came. `missed`: booked, and no one came. */
export const bookingStates = [
  'booked',
  'waiting',
  'offered',
  'arrived',
  'missed',
  'cancelled',
  'declined',
  'lapsed',
] as const
export type BookingState = (typeof bookingStates)[number]

/** `asked`: a place became free for this member, who has not answered yet. `off`: signed off, or taken off by the team. */
export const helperStates = ['signed', 'waiting', 'asked', 'declined', 'lapsed', 'off'] as const
export type HelperState = (typeof helperStates)[number]
/** What a helper does; `own`: a role that the team names itself. */
export const helperDuties = ['mend', 'desk', 'host', 'own'] as const
export type HelperDuty = (typeof helperDuties)[number]

/** The columns of exported bookings and helpers. An import needs those that name a ticket, or a role and a member. */
export const repairDayColumns = ['ticket', 'device', 'owner', 'kind', 'wave', 'role', 'member', 'state'] as const
export type RepairDayColumn = (typeof repairDayColumns)[number]
