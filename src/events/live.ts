import type { News } from '#contract/team/live.ts'
import { isAllowed } from '#rules/policy.ts'
import type { EventKind } from './event.ts'

/** An event as the operation log keeps it, for all nodes. It holds all that decides who hears of it. */
export interface LoggedEvent {
  /** Null if a version wrote it that this one does not know. */
  readonly event: string | null
  readonly personId: number | null
  readonly beforeId: number
  readonly afterId: number
  readonly ownerId: number | null
}

export interface LiveViewer {
  readonly personId: number
  readonly memberId: number | null
  readonly role: 'user' | 'member' | 'admin'
}

type Kind = News['kind']
interface Audience {
  readonly everybody?: readonly Kind[]
  readonly members?: readonly Kind[]
  readonly admins?: readonly Kind[]
  /** News of the ticket itself: for its owner and members, or for members only. */
  readonly ticket?: 'owner' | 'members'
  /** The person or member whom it is about. Their own identity or role may have changed. */
  readonly about?: 'member' | 'user'
}

// Everyone sees the board and the length of the queue.
const onBoard: Audience = { ticket: 'owner', everybody: ['queue'] }
const onDuty: Audience = { everybody: ['duty'] }
const ofMember: Audience = { about: 'member', members: ['member'] }
const ofUser: Audience = { about: 'user', admins: ['user'] }
// A member who left or came back changes who is on duty.
const ofMemberOnDuty: Audience = { ...ofMember, ...onDuty }

const audiences: Readonly<Record<EventKind, Audience>> = {
  'ticket.created': onBoard,
  'ticket.claimed': onBoard,
  'ticket.moved': onBoard,
  'ticket.withdrawn': {},
  'ticket.contact': { ticket: 'owner' },
  'ticket.retrieved': onBoard,
  'ticket.unretrieved': onBoard,
  'ticket.assigned': onBoard,
  'ticket.dropped': onBoard,
  'ticket.commented': { ticket: 'owner' },
  'ticket.noted': { ticket: 'members' },
  'ticket.received': { ticket: 'owner' },
  'ticket.placed': { ticket: 'members' },
  'ticket.tagged': { ticket: 'members' },
  'ticket.queued': onBoard,
  'ticket.called': onBoard,
  'ticket.booked': { ticket: 'owner', everybody: ['repair_days'] },
  'ticket.receipt': { ticket: 'members' },
  'ticket.adopted': { ticket: 'owner' },
  'ticket.outcome': { ticket: 'owner' },
  'ticket.rated': { ticket: 'owner' },
  // Both tickets may have other owners now, and pages show one under the number of the other.
  'ticket.merged': { everybody: ['all'] },
  'ticket.unmerged': { everybody: ['all'] },
  'ticket.returned': onBoard,
  'ticket.picture': { ticket: 'owner' },
  'ticket.looked': { ticket: 'owner' },
  'ticket.forwarded': { ticket: 'owner' },
  'ticket.forwarded_again': { ticket: 'owner' },
  'tickets.exported': onBoard,
  'data.imported': { everybody: ['all'] },
  'data.import_undone': { everybody: ['all'] },
  'data.exported': {},
  'stocktake.done': { members: ['custody'] },
  'kiosk.changed': {},
  // Signing in and out changes duty.
  'hours.signed': { everybody: ['duty'], members: ['hours'] },
  'hours.written': { members: ['hours'] },
  'hours.decided': { members: ['hours'] },
  'hours.objected': { members: ['hours'] },
  'hours.answered': { members: ['hours'] },
  'hours.closed': { members: ['hours'] },
  'hours.certified': {},
  'hours.exported': {},
  'board.changed': { admins: ['hours'] },
  'duty.written': onDuty,
  'duty.counted': onDuty,
  'duty.unplanned': onDuty,
  // The special duty of an announced day follows from it.
  'repair_day.changed': { everybody: ['duty', 'repair_days'] },
  'repair_day.exported': {},
  'repair_day.helped': { everybody: ['duty'], members: ['repair_days'] },
  'repair_day.task': { members: ['repair_days'] },
  'leave.asked': onDuty,
  'leave.cancelled': onDuty,
  'leave.taken': onDuty,
  'conclusion.written': onDuty,
  'roster.created': onDuty,
  'roster.updated': onDuty,
  'roster.activated': onDuty,
  'roster.deleted': onDuty,
  'settings.changed': { everybody: ['settings'] },
  'member.invited': ofMember,
  'member.updated': ofMemberOnDuty,
  'member.removed': ofMemberOnDuty,
  'member.logged_in': ofMember,
  'member.logged_out': ofMember,
  'member.second_factor': ofMemberOnDuty,
  'member.picture': ofMemberOnDuty,
  'calendar.subscribed': ofMember,
  'calendar.unsubscribed': ofMemberOnDuty,
  'user.logged_in': ofUser,
  'user.logged_out': ofUser,
  'user.approved': ofUser,
  'user.merged': ofUser,
  'user.updated': ofUser,
  'user.language': ofUser,
  // A person who erases themselves stops being a member too.
  'user.erased': { ...ofUser, ...onDuty },
  'feedback.sent': { admins: ['feedback'] },
  'content.looked': { about: 'user', members: ['member'], admins: ['feedback', 'user'] },
}

function audienceOf({ event }: LoggedEvent): Audience | undefined {
  return event !== null && Object.hasOwn(audiences, event) ? audiences[event as EventKind] : undefined
}

/** The news of an event for one viewer. Without `viewer` it is the news for guests. */
export function newsOf(event: LoggedEvent, viewer: LiveViewer | undefined): News[] {
  const audience = audienceOf(event)
  if (!audience) return [{ kind: 'all' }]
  const { ticket, everybody = [], members = [], admins = [] } = audience
  if (ticket && viewer && isAllowed(actorOf(viewer), ticket === 'owner' ? 'see' : 'browse', ownedBy(event)))
    return [{ kind: 'ticket', id: event.afterId }]
  const kinds = [
    ...(affectsViewer(event, viewer) ? ['me' as const] : []),
    ...(isMember(viewer) ? members : []),
    ...(viewer?.role === 'admin' ? admins : []),
    ...everybody,
  ]
  return kinds.map((kind) => ({ kind }))
}

/** True if the viewer sees the state of forwarding on tickets. */
export const seesForwarding = (viewer: LiveViewer | undefined) => isMember(viewer)

const actorOf = ({ personId, memberId, role }: LiveViewer) => ({ personId, memberId, admin: role === 'admin' })
const ownedBy = ({ ownerId }: LoggedEvent) => ({ owner: ownerId ?? 0, workers: [], unclaimed: false })

const isMember = (viewer: LiveViewer | undefined) => viewer !== undefined && viewer.role !== 'user'

/** True if the event may have changed the viewer's identity or role. */
export function affectsViewer(event: LoggedEvent, viewer: LiveViewer | undefined): boolean {
  const audience = audienceOf(event)
  if (!viewer || (audience && !audience.about)) return false
  const { personId, beforeId, afterId } = event
  const own = audience?.about === 'member' ? viewer.memberId : viewer.personId
  return !audience || personId === viewer.personId || (own !== null && [beforeId, afterId].includes(own))
}
