import { pages } from '#contract/team/pages.ts'
import { addressWith } from '#web/lib/carried-code.ts'

/** What a receipt says of a ticket. */
export interface ReceiptData {
  /** The ticket; nothing until it has been sent. */
  readonly id?: number | undefined
  /** The number in the queue. */
  readonly number?: string | undefined
  readonly device: string
  readonly accessories: readonly number[]
  /** The secret. */
  readonly receipt: string
}

/** The address that a receipt leads to. */
export const addressOf = (url: string, { receipt }: ReceiptData) => addressWith(url + pages.receipt, receipt)
