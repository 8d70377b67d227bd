import type { Holder } from '#client/booking-calls.ts'

/** A ticket of the user, or of a receipt in this browser, that can be booked. */
export interface BookableTicket {
  readonly id: number
  readonly name: string
  readonly kind: number
  readonly holder: Holder
}
