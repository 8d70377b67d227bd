import type { TicketField } from '#contract/tickets/ticket-access.ts'
import { phoneDigits } from '#kit/ngrams.ts'
import type { Relation } from './policy.ts'

export type Visibility = 'full' | 'masked' | 'hidden'

type Row = Readonly<Record<Relation, Visibility>>
const forTeam: Row = {
  owner: 'hidden',
  receipt: 'hidden',
  worker: 'full',
  member: 'full',
  admin: 'full',
  stranger: 'hidden',
}
const forAll: Row = { ...forTeam, owner: 'full', receipt: 'full' }
const forWorkers: Row = { ...forTeam, member: 'masked' }

/** What each relation sees of a ticket. If an actor has several relations, the one that sees most counts. */
export const visibility: Readonly<Record<TicketField, Row>> = {
  owner: forAll,
  phone: { ...forWorkers, owner: 'full', receipt: 'masked' },
  // Owners see their own address on the page of message choices.
  mail: { ...forWorkers, member: 'hidden', receipt: 'masked' },
  words: forAll,
  comment: forAll,
  internal: forTeam,
  rating: forAll,
  workers: forAll,
  custody: forTeam,
}

export interface VisibilityContext {
  readonly phonesForAllMembers?: boolean
  /** An administrator hid the texts from people who are not members. */
  readonly hidden?: boolean
}

const order: readonly Visibility[] = ['hidden', 'masked', 'full']
const hideable: ReadonlySet<TicketField> = new Set(['owner', 'words', 'comment'])

export function visibilityOf(
  field: TicketField,
  relations: readonly Relation[],
  { phonesForAllMembers = false, hidden = false }: VisibilityContext = {},
): Visibility {
  const row = visibility[field]
  const sights = relations.map((relation) => {
    if (phonesForAllMembers && field === 'phone' && relation === 'member') return row.worker
    if (hidden && hideable.has(field) && (relation === 'owner' || relation === 'receipt')) return 'hidden'
    return row[relation]
  })
  return order[Math.max(0, ...sights.map((sight) => order.indexOf(sight)))] ?? 'hidden'
}

const maskOf: Readonly<Partial<Record<TicketField, (text: string) => string>>> = { phone: maskPhone, mail: maskMail }

export function visibleText(
  field: TicketField,
  text: string,
  relations: readonly Relation[],
  context?: VisibilityContext,
): string {
  const sight = visibilityOf(field, relations, context)
  if (sight === 'full') return text
  return sight === 'masked' ? (maskOf[field]?.(text) ?? '') : ''
}

/** Keeps contacts that these relations see in full, because comparing hidden parts would confirm guesses. */
export function comparableContact<T extends Partial<Record<'phone' | 'mail', string>>>(
  relations: readonly Relation[],
  contact: T,
  context?: VisibilityContext,
): T {
  const known = Object.entries(contact).map(([field, text]) => [
    field,
    visibilityOf(field as 'phone' | 'mail', relations, context) === 'full' ? text : '',
  ])
  return Object.fromEntries(known) as T // with the same fields
}

/** False if an administrator hid the text. It is then left out of messages, exports and other systems. */
export const mayLeaveTeam = ({ hidden }: { readonly hidden: number }): boolean => hidden === 0

/** Removes the owner's words from a hidden ticket. */
export function redacted<T extends { readonly hidden: number; readonly device: string }>(ticket: T): T {
  return mayLeaveTeam(ticket)
    ? ticket
    : { ...ticket, device: '—', device_model: '', owner: '', description: '', brand: '', remedy: '' }
}

export function redactedFor<T extends { readonly hidden: number; readonly device: string }>(
  relations: readonly Relation[],
  ticket: T,
): T {
  return visibilityOf('words', relations, { hidden: ticket.hidden === 1 }) === 'full' ? ticket : redacted(ticket)
}

/** `138****8000`. Numbers of fewer than eleven digits show at most two at each end. Four digits are always hidden. */
export function maskPhone(phone: string): string {
  const digits = phoneDigits(phone)
  if (digits === '') return ''
  const most = digits.length - minHidden
  const last = Math.max(0, Math.min(digits.length < longNumber ? 2 : 4, most))
  const first = Math.max(0, Math.min(digits.length < longNumber ? 2 : 3, most - last))
  return `${digits.slice(0, first)}****${last === 0 ? '' : digits.slice(-last)}`
}
const longNumber = 11
const minHidden = 4

/** `li***@example.edu` */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  return at < 0 ? '' : `${mail.slice(0, Math.min(2, at - 1))}***${mail.slice(at)}`
}
