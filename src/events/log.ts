import { type LogOperation, type LogTarget, noteTypes, statuses } from '#contract/codes.ts'
import type { DayDeed, Phrase, Phrases } from '#contract/phrases.ts'
import { type ByKind, deriveFrom, type Event, receiptFacts, type TicketSides } from './event.ts'

interface Side {
  readonly id: number
  readonly info: Phrase
}

export interface LogEntry {
  readonly operation: LogOperation
  readonly target: LogTarget
  readonly previous: Side | undefined
  readonly current: Side | undefined
}

const entry = (operation: LogOperation, target: LogTarget, id: number, info: Phrase): LogEntry => ({
  operation,
  target,
  previous: undefined,
  current: { id, info },
})

interface Sides<Info> {
  readonly id: number
  readonly beforeId?: number
  readonly before?: Info
  readonly after?: Info
}

function change<Name extends keyof Phrases>(
  operation: LogOperation,
  target: LogTarget,
  say: Name,
  { id, beforeId = id, before, after }: Sides<Phrases[Name]>,
): LogEntry {
  const side = (of: number, facts: Phrases[Name] | undefined) => facts && { id: of, info: { say, ...facts } as Phrase } // `say` names these facts
  return { operation, target, previous: side(beforeId, before), current: side(id, after) }
}

function ofTicket(
  operation: LogOperation,
  { ticket, before, after }: { ticket: number; before: TicketSides; after: TicketSides },
  note?: number,
): LogEntry {
  const state = ({ status, confirmed, workers }: TicketSides) => ({
    status,
    ...(confirmed ? { confirmed } : {}),
    ...(workers ? { workers } : {}),
  })
  const noteFact = note === undefined ? {} : { note }
  return change(operation, 'ticket', 'ticket', {
    id: ticket,
    before: state(before),
    after: { ...state(after), ...noteFact },
  })
}

const written = (type: number) => (event: { ticket: number; withMove: boolean }) =>
  event.withMove ? undefined : entry('comment', 'ticket', event.ticket, { say: 'comment', type })

const dayOperations: Partial<Record<DayDeed, LogOperation>> = { created: 'create', deleted: 'delete' }

const entries: ByKind<LogEntry | undefined> = {
  'ticket.created': ({ ticket }) => entry('create', 'ticket', ticket, { say: 'ticket', status: statuses.submitted }),
  'ticket.claimed': (event) => ofTicket('pick', event, event.note),
  'ticket.moved': (event) => ofTicket('move', event, event.note),
  // The entry of the erasure covers it.
  'ticket.withdrawn': () => undefined,
  'ticket.contact': ({ ticket, fields }) => entry('update', 'ticket', ticket, { say: 'profile', fields }),
  'ticket.retrieved': (event) => ofTicket('retrieve', event),
  'ticket.unretrieved': (event) => ofTicket('update', event),
  'ticket.assigned': (event) => ofTicket('assign', event),
  'ticket.dropped': (event) => ofTicket('drop', event),
  'ticket.commented': written(noteTypes.comment),
  'ticket.noted': written(noteTypes.internal),
  'ticket.received': ({ ticket }) => entry('update', 'ticket', ticket, { say: 'placed', what: 'received' }),
  'ticket.placed': ({ ticket, what }) => entry('update', 'ticket', ticket, { say: 'placed', what }),
  'ticket.tagged': ({ ticket, tag }) => entry('update', 'ticket', ticket, { say: 'tagged', tag }),
  'ticket.queued': ({ ticket, number, state }) => entry('update', 'ticket', ticket, { say: 'queued', number, state }),
  'ticket.called': ({ ticket, number, state }) => entry('update', 'ticket', ticket, { say: 'queued', number, state }),
  // The entry of the day covers what follows from it.
  'ticket.booked': ({ ticket, date, state, news }) =>
    news ? undefined : entry('update', 'ticket', ticket, { say: 'booked', date, state }),
  'ticket.receipt': ({ ticket, made }) => entry('update', 'ticket', ticket, { say: 'receipt', made }),
  'ticket.adopted': ({ ticket }) => entry('update', 'ticket', ticket, { say: 'adopted' }),
  'ticket.outcome': ({ ticket, outcome }) => entry('update', 'ticket', ticket, { say: 'outcome', outcome }),
  'ticket.rated': ({ ticket, stars }) => entry('comment', 'ticket', ticket, { say: 'rated', stars }),
  'ticket.merged': ({ ticket, from }) => entry('update', 'ticket', ticket, { say: 'joined', from, undone: false }),
  'ticket.unmerged': ({ ticket, from }) => entry('update', 'ticket', ticket, { say: 'joined', from, undone: true }),
  'ticket.returned': (event) => ofTicket('drop', event),
  'ticket.picture': ({ ticket, shown }) => entry('update', 'ticket', ticket, { say: 'picture_checked', shown }),
  'ticket.looked': ({ ticket, what, fine }) => entry('update', 'ticket', ticket, { say: 'looked', what, fine }),
  'ticket.forwarded': ({ ticket }) => entry('forward', 'ticket', ticket, { say: 'forwarded' }),
  'ticket.forwarded_again': ({ ticket }) => entry('forward', 'ticket', ticket, { say: 'forwarded_again' }),
  'tickets.exported': ({ from, until }) => entry('export', 'ticket', 0, { say: 'exported', from, until }),
  'data.imported': ({ what, rows }) => entry('import', 'data', 0, { say: 'imported', what, rows }),
  'data.import_undone': ({ what, rows, kept }) =>
    entry('delete', 'data', 0, { say: 'import_undone', what, rows, kept }),
  'data.exported': ({ from, until, rows }) => entry('export', 'data', 0, { say: 'ords_exported', from, until, rows }),
  'stocktake.done': ({ id, there, missing, stray }) =>
    entry('create', 'stocktake', id, { say: 'stocktake', there, missing, stray }),
  'kiosk.changed': ({ open }) => entry('update', 'settings', 0, { say: 'kiosk', open }),
  'hours.signed': ({ line, name, shift, out }) => entry('update', 'duty', line, { say: 'signed', name, shift, out }),
  'hours.written': ({ line, corrects, name, date, minutes, state, own }) =>
    entry(corrects === undefined ? 'create' : 'update', 'hours', line, {
      say: 'hour_line',
      name,
      date,
      minutes,
      state,
      ...(own ? { own } : {}),
    }),
  'hours.decided': ({ ids, state, own }) =>
    entry('update', 'hours', 0, { say: 'hours_decided', ids, state, ...(own ? { own } : {}) }),
  'hours.objected': ({ line, date }) => entry('comment', 'hours', line, { say: 'objection', date }),
  'hours.answered': ({ line, date }) => entry('comment', 'hours', line, { say: 'objection_answered', date }),
  'hours.closed': ({ period, name, until, lines, minutes }) =>
    entry('conclude', 'hours', period, { say: 'period', name, until, lines, minutes }),
  'hours.certified': ({ certificate }) => entry('create', 'certificate', certificate, { say: 'certificate' }),
  'hours.exported': ({ from, until }) => entry('export', 'hours', 0, { say: 'hours_exported', from, until }),
  'board.changed': ({ made }) => entry('update', 'settings', 0, { say: 'board_token', made }),
  'duty.written': (event) => change('update', 'duty', 'situation', event),
  'duty.counted': (event) => change('update', 'duty', 'head_count', event),
  'duty.unplanned': (event) => change('delete', 'duty', 'situation', event),
  'repair_day.changed': ({ day, title, date, deed }) =>
    entry(dayOperations[deed] ?? 'update', 'repair_day', day, { say: 'repair_day', title, date, deed }),
  // The entry of the day covers what follows from it.
  'repair_day.helped': ({ day, name, date, state, news }) =>
    news ? undefined : entry('update', 'repair_day', day, { say: 'helped', name, date, state }),
  'repair_day.exported': ({ day, title, date }) =>
    entry('export', 'repair_day', day, { say: 'day_exported', title, date }),
  'repair_day.task': ({ day, date, done }) => entry('update', 'repair_day', day, { say: 'day_task', date, done }),
  'leave.asked': (event) => change('ask_leave', 'duty', 'leave', event),
  'leave.cancelled': (event) => change('delete', 'duty', 'leave', event),
  'leave.taken': (event) => change('update', 'duty', 'leave', event),
  'conclusion.written': (event) => change('conclude', 'duty', 'conclusion', event),
  'roster.created': (event) => change('create', 'roster', 'roster', event),
  'roster.updated': (event) => change('update', 'roster', 'roster', event),
  'roster.activated': (event) => change('update', 'roster', 'roster', event),
  'roster.deleted': (event) => change('delete', 'roster', 'roster', event),
  'settings.changed': (event) => change('update', 'settings', 'settings', event),
  'member.invited': ({ member, name, admin }) => entry('create', 'member', member, { say: 'invited', name, admin }),
  'member.updated': (event) => change('update', 'member', 'member', event),
  'member.removed': (event) => change('delete', 'member', 'member', event),
  'member.logged_in': ({ member, name, with: by }) =>
    entry('log_in', 'member', member, { say: 'member_logged_in', name, with: by }),
  'member.logged_out': ({ member, name }) => entry('log_out', 'member', member, { say: 'member_logged_out', name }),
  'member.second_factor': ({ member, name, on }) => entry('update', 'member', member, { say: 'factor', name, on }),
  'member.picture': ({ member, shown }) => entry('update', 'member', member, { say: 'picture_checked', shown }),
  'calendar.subscribed': ({ member }) => entry('create', 'member', member, { say: 'feed' }),
  'calendar.unsubscribed': ({ member }) => change('delete', 'member', 'feed', { id: member, before: {} }),
  'user.logged_in': ({ user, with: by }) => entry('log_in', 'user', user, { say: 'logged_in', with: by }),
  'user.logged_out': ({ user }) => entry('log_out', 'user', user, { say: 'logged_out' }),
  'user.approved': ({ user }) => entry('log_in', 'user', user, { say: 'approved' }),
  'user.merged': ({ user }) => entry('update', 'user', user, { say: 'merged' }),
  'user.updated': ({ user, fields }) => entry('update', 'user', user, { say: 'profile', fields }),
  'user.language': ({ user, before, after }) =>
    change('update', 'user', 'language', {
      id: user,
      ...(before ? { before: { lang: before } } : {}),
      after: { lang: after },
    }),
  'user.erased': ({ user }) => entry('delete', 'user', user, { say: 'erased' }),
  'content.looked': ({ user, what, fine }) => entry('update', 'user', user, { say: 'looked', what, fine }),
  'feedback.sent': ({ feedback }) => entry('create', 'feedback', feedback, { say: 'feedback' }),
}

/** The entry of the operation log; `undefined` if the entry of another event covers it. */
export function logEntryOf(event: Event): LogEntry | undefined {
  const entry = deriveFrom(entries, event)
  if (!entry?.current) return entry
  return { ...entry, current: { ...entry.current, info: { ...entry.current.info, ...receiptFacts(event.by) } } }
}
