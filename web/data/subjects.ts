import type { News } from '#contract/team/live.ts'

/** Which queries are asked again when something has changed, by their subject: the first word of their keys. */
export const subjectsByNews = {
  ticket: ['tickets', 'statistics', 'board', 'external', 'custody', 'visits', 'receipts', 'content'],
  queue: ['board', 'visits', 'receipts'],
  custody: ['custody'],
  hours: ['hours'],
  external: ['external', 'tickets'],
  duty: ['duty', 'rosters', 'leaves', 'conclusions', 'board', 'boardCode', 'here'],
  settings: ['settings', 'team', 'impact', 'duty', 'board', 'boardCode', 'hours', 'here'],
  member: ['members', 'colleagues', 'rosters', 'statistics'],
  user: ['content'],
  feedback: ['feedback', 'content'],
  me: ['me', 'notify'],
} as const satisfies Readonly<Record<Exclude<News['kind'], 'all'>, readonly string[]>>

/** The log follows everything, messages and kiosks go by the clock, codes never change, and the others change by what is done in this very tab. */
type Untouched = 'import' | 'imports' | 'kiosk' | 'log' | 'messages' | 'codes' | 'sessions' | 'pairing'

/** What queries are about. A new subject belongs into one of the two lists above. */
export type Subject = (typeof subjectsByNews)[keyof typeof subjectsByNews][number] | Untouched
