import { type Status, statuses, statusMeaning, ticketTypes } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import type { TicketKind } from '#contract/team/settings.ts'
import { day, minute } from '#kit/time.ts'
import { isAllowed, type TicketAccessFacts, type TicketActor } from '../policy.ts'
import { isTicketOpen } from './open.ts'

export interface TicketState {
  readonly status: Status
  readonly confirmed: boolean
  readonly workers: readonly number[]
}

/** `/tickets/uncompleted` goes back this far. */
export const uncompletedSpan = 7 * day
export const handBackUndoSpan = 10 * minute
/** Within this time the same key means the same call. */
export const idempotencySpan = day

/** The type of a ticket, and the team's own kind if one was chosen. Each own kind belongs to one of the two types. */
export function chosenKind(
  kinds: readonly TicketKind[],
  { type, kind = type }: { readonly type: number; readonly kind?: number },
): { readonly type: number; readonly kind: number | null } {
  if (isType(kind)) return { type: kind, kind: null }
  const found = kinds.find(({ id }) => id === kind)
  if (!found)
    throw new Refusal('bad_input', { field: 'kind', flaw: 'not_one_of', limit: kinds.map(({ id }) => id).join(', ') })
  return { type: found.type, kind }
}
const isType = (kind: number) => Object.values<number>(ticketTypes).includes(kind)

/** The statuses that can follow. A ticket with several workers cannot become unclaimed. */
export function allowedMoves({ status, confirmed, workers }: TicketState): readonly Status[] {
  if (confirmed) return []
  return statusMeaning(status).moves.filter((to) => to !== statuses.submitted || workers.length <= 1)
}

export function checkMove(ticket: TicketState, to: Status): boolean {
  if (ticket.status === to) return false
  const allowed = allowedMoves(ticket)
  if (!allowed.includes(to)) throw new Refusal('move_not_allowed', { allowed })
  return true
}

export const isFinished = (status: Status) => statusMeaning(status).phase === 'finished'
export const isUnclaimed = (status: Status) => statusMeaning(status).phase === 'unclaimed'

/** True while the team has the device. */
export function isWithTeam(ticket: Pick<TicketState, 'status' | 'confirmed'>): boolean {
  return isTicketOpen(ticket) && !isUnclaimed(ticket.status)
}

/** The last worker may leave only an accepted ticket, which becomes unclaimed. */
export function statusAfterDrop(ticket: TicketState): Status {
  if (!isTicketOpen(ticket)) throw new Refusal('move_not_allowed', { allowed: [] })
  if (!mayDrop(ticket)) throw new Refusal('last_worker')
  return ticket.workers.length > 1 ? ticket.status : statuses.submitted
}

/** A hand-back can be undone for a few minutes, unless the personal data of the ticket was erased. */
export function isUnretrieveAllowed({ confirmedAt, scrubbed }: HandBackState, at: number): boolean {
  return confirmedAt !== null && at - confirmedAt <= handBackUndoSpan && !scrubbed
}

export interface HandBackState {
  readonly confirmedAt: number | null
  readonly scrubbed: boolean
}

export type TicketMove =
  | 'pick'
  | 'update'
  | 'cancel'
  | 'contact'
  | 'retrieve'
  | 'unretrieve'
  | 'receive'
  | 'assign'
  | 'drop'
  | 'addtoexternal'
  | 'addnote'
  | 'rate'
  | 'receipt'

/** The moves that the policy and the state of the ticket allow this actor now. */
export function availableMoves(
  ticket: TicketState &
    TicketAccessFacts & {
      readonly forwarded: boolean
      readonly undoable: boolean
      readonly rateable: boolean
      readonly receiptOver: boolean
    },
  viewer: TicketActor,
): { action: TicketMove; status?: Status }[] {
  const open = isTicketOpen(ticket)
  const { unclaimed } = ticket
  const can = (action: Parameters<typeof isAllowed>[1]) => isAllowed(viewer, action, ticket)
  const works = viewer.memberId !== null && ticket.workers.includes(viewer.memberId)
  const done: { action: TicketMove; status?: Status }[] = []
  if (unclaimed && can('claim')) done.push({ action: 'pick' })
  if (can('move')) {
    const from = unclaimed ? { ...ticket, status: statuses.accepted, workers: [] } : ticket
    done.push(
      ...allowedMoves(from)
        .filter((to) => !unclaimed || to !== statuses.submitted)
        .map((status) => ({ action: 'update' as const, status })),
    )
  }
  if (can('cancel') && allowedMoves(ticket).includes(statuses.cancelled)) done.push({ action: 'cancel' })
  if (open && can('contact')) done.push({ action: 'contact' })
  if (!unclaimed && !ticket.confirmed && can('retrieve')) done.push({ action: 'retrieve' })
  if (ticket.undoable && can('unretrieve')) done.push({ action: 'unretrieve' })
  if (open && can('receive')) done.push({ action: 'receive' })
  if (open && can('assign')) done.push({ action: 'assign' })
  if (works && can('drop') && mayDrop(ticket)) done.push({ action: 'drop' })
  if (!ticket.forwarded && can('forward')) done.push({ action: 'addtoexternal' })
  if (can('comment')) done.push({ action: 'addnote' })
  if (ticket.confirmed && ticket.rateable && can('rate')) done.push({ action: 'rate' })
  if (!ticket.receiptOver && can('make_receipt')) done.push({ action: 'receipt' })
  return done
}

function mayDrop(ticket: TicketState): boolean {
  return isTicketOpen(ticket) && (ticket.workers.length > 1 || ticket.status === statuses.accepted)
}
