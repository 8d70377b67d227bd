import { pages } from '#contract/team/pages.ts'
import { addressWith } from '#web/lib/carried-code.ts'

export interface ReceiptData {
  /** Absent until the visitor was sent. */
  readonly id?: number | undefined
  readonly number?: string | undefined
  readonly device: string
  readonly accessories: readonly number[]
  /** When it was taken in, by the team's clock. */
  readonly time: string
  /** The secret. */
  readonly receipt: string
}

export const addressOf = (url: string, { receipt }: ReceiptData) => addressWith(url + pages.receipt, receipt)
