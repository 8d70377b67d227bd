import { closingWords } from '#client/words/closing.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useDeskTicketWords = hookOf(deskTicketWords)

export const useClosingWords = hookOf(closingWords)
