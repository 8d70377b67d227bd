import type { ClientOver } from '#contract/connect.ts'

/** The ticket of a booking: the user's own, or that of a receipt. */
export type Holder = { readonly ticket: number } | { readonly receipt: string }

type Api<O> = Pick<ClientOver<O>, 'receipts' | 'repairDays'>

/** The calls of a booking, by an account or by a receipt. The owner has answered the questions before. */
export const bookingCallsOver = <O>(api: Api<O>, holder: Holder) =>
  'receipt' in holder
    ? {
        book: (id: number, wave: number) => api.receipts.book({ ...holder, id, wave, backedUp: true }),
        unbook: (id: number) => api.receipts.unbook({ ...holder, id }),
        arrive: (id: number) => api.receipts.arrive({ ...holder, id }),
      }
    : {
        book: (id: number, wave: number) => api.repairDays.book({ ...holder, id, wave, backedUp: true }),
        unbook: (id: number) => api.repairDays.unbook({ ...holder, id }),
        arrive: (id: number) => api.repairDays.arrive({ ...holder, id }),
      }
