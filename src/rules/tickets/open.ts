import { statusMeaning } from '#contract/codes.ts'

/** True while a ticket is neither cancelled nor back with its owner. */
export const isTicketOpen = ({
  status,
  confirmed,
}: {
  readonly status: number
  readonly confirmed: boolean
}): boolean => statusMeaning(status).phase !== 'closed' && !confirmed
