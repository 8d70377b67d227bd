import type { News } from '#contract/team/live.ts'

/** The subjects of queries that each kind of live news reloads. A subject is the first word of a key. */
export const subjectsByNews = {
  ticket: ['tickets', 'statistics', 'board', 'external', 'custody', 'visits', 'receipts', 'content', 'repairDays'],
  queue: ['board', 'visits', 'receipts'],
  custody: ['custody'],
  hours: ['hours'],
  repair_days: ['repairDays', 'receipts'],
  external: ['external', 'tickets'],
  duty: ['duty', 'rosters', 'leaves', 'conclusions', 'board', 'boardCode', 'here'],
  settings: ['settings', 'team', 'impact', 'duty', 'board', 'boardCode', 'hours', 'here'],
  member: ['members', 'colleagues', 'rosters', 'statistics'],
  user: ['content'],
  feedback: ['feedback', 'content'],
  me: ['me', 'notify'],
} as const satisfies Readonly<Record<Exclude<News['kind'], 'all'>, readonly string[]>>

/** Without live news: the log follows every kind, messages and kiosks poll, the others change in this tab only. */
type SubjectWithoutNews = 'import' | 'imports' | 'kiosk' | 'log' | 'messages' | 'codes' | 'sessions' | 'pairing'

/** A new subject belongs in one of the two lists above. */
export type Subject = (typeof subjectsByNews)[keyof typeof subjectsByNews][number] | SubjectWithoutNews
