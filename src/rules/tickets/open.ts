import { statusMeaning } from '#contract/codes.ts'

export const isTicketOpen = ({
  status,
  confirmed,
}: {
  readonly status: number
  readonly confirmed: boolean
}): boolean => statusMeaning(status).phase !== 'closed' && !confirmed
