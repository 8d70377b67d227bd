import { statuses, statusMeaning } from '#contract/codes.ts'
import type { Output } from '#contract/endpoint.ts'
import type { tickets } from '#contract/tickets/tickets.ts'

export type TicketInfo = Output<(typeof tickets)['info']>
type OptimisticFields = Partial<Pick<TicketInfo, 'status' | 'isConfirmed' | 'workers' | 'picked' | 'moves'>>
/** `here` is undefined if it is unknown whether the device is here. */
type TicketStateView = Pick<TicketInfo, 'status' | 'moves' | 'workers'> & { readonly here?: boolean }
type Move = TicketInfo['moves'][number]
type Worker = TicketInfo['workers'][number]

export function may({ moves }: Pick<TicketInfo, 'moves'>, action: Move['action']): boolean {
  return moves.some((move) => move.action === action)
}

/** The ticket keeps a worker, or has not been started and returns to the queue. */
export function maySpareOne({ workers, status }: Pick<TicketInfo, 'workers' | 'status'>): boolean {
  return workers.length > 1 || status === statuses.accepted
}

/** Statuses for a plain move. Dropping and cancelling are separate actions with a question. */
export function nextStatuses({ moves }: Pick<TicketInfo, 'moves'>): number[] {
  return moves.flatMap(({ action, status }) =>
    action === 'update' && status !== undefined && status !== statuses.submitted && status !== statuses.cancelled
      ? [status]
      : [],
  )
}

export const isDone = (status: number) => statusMeaning(status).phase === 'finished'

/** A received device, or at least a worker who must have it. */
export function mayHandBack(ticket: Pick<TicketStateView, 'moves' | 'workers' | 'here'>): boolean {
  return may(ticket, 'retrieve') && (ticket.here === true || ticket.workers.length > 0)
}

export const isLeftHere = ({ status, here }: Pick<TicketStateView, 'status' | 'here'>): boolean =>
  here === true && statusMeaning(status).phase === 'closed'

export type LikelyStatus = 'diagnosing' | 'repairing' | 'repaired'
const follows: Readonly<Record<number, LikelyStatus>> = {
  [statuses.accepted]: 'diagnosing',
  [statuses.diagnosing]: 'repairing',
  [statuses.repairing]: 'repaired',
  [statuses.waiting]: 'repairing',
}

export type Likely = { readonly do: 'pick' | 'handBack' } | { readonly do: 'move'; readonly to: LikelyStatus }

export function likelyNext(ticket: TicketStateView): Likely | undefined {
  if (may(ticket, 'pick')) return { do: 'pick' }
  if (isDone(ticket.status) || isLeftHere(ticket)) return mayHandBack(ticket) ? { do: 'handBack' } : undefined
  const to = follows[ticket.status]
  return to && nextStatuses(ticket).includes(statuses[to]) ? { do: 'move', to } : undefined
}

const updates = (status: number): Move[] => statusMeaning(status).moves.map((to) => ({ action: 'update', status: to }))
const others = ({ moves }: Pick<TicketInfo, 'moves'>, ...gone: readonly Move['action'][]) =>
  moves.filter(({ action }) => action !== 'update' && !gone.includes(action))

export function claimedBy(me: Worker, ticket: Pick<TicketInfo, 'moves'>): OptimisticFields {
  const more: Move[] = [{ action: 'retrieve' }, { action: 'assign' }, { action: 'drop' }]
  const status = statuses.accepted
  const moves = [...updates(status), ...others(ticket, 'pick'), ...more]
  return { status, picked: true, workers: [me], moves }
}

export function movedTo(status: number, ticket: Pick<TicketInfo, 'moves'>): OptimisticFields {
  const gone = status === statuses.accepted ? [] : (['drop'] as const)
  return { status, moves: [...updates(status), ...others(ticket, ...gone)] }
}

export function notHandedBack(ticket: Pick<TicketInfo, 'status' | 'moves'>): OptimisticFields {
  const moves = [...updates(ticket.status), ...others(ticket, 'unretrieve')]
  return { isConfirmed: false, moves: [...moves, { action: 'retrieve' }] }
}
