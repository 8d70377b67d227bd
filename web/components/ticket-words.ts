import { ticketWords } from '#client/words/ticket.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useTicketWords = hookOf(ticketWords)
