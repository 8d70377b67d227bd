import { bookingCallsOver, type Holder } from '#client/booking-calls.ts'
import { api, invalidate } from '#web/data/api.ts'

export const callsOfHolder = (holder: Holder) => bookingCallsOver(api, holder)

export const reloadBookings = () => invalidate('repairDays', 'receipts', 'tickets')
