import type { TSchema } from 'typebox'
import { copy } from '../type.ts'

/** What can be done with a ticket. Each endpoint about tickets names one; who may do it is the table in `src/rules/policy.ts`. */
export const ticketActions = [
  'see',
  'browse',
  'comment',
  'write_internal',
  'mark_seen',
  'cancel',
  'contact',
  'rate',
  'claim',
  'move',
  'assign',
  'leave',
  'take_off',
  'retrieve',
  'unretrieve',
  'receive',
  'place',
  'queue',
  'merge',
  'unmerge',
  'make_receipt',
  'end_receipt',
  'notify',
  'adopt',
  'forward',
  'moderate',
  'manage',
] as const
export type TicketAction = (typeof ticketActions)[number]

/**
 * What an endpoint does with tickets, or why the policy has nothing to decide about it. An `unrelated` endpoint neither takes a ticket's number
 * nor answers one; a test checks this.
 */
export type TicketUse = TicketAction | 'unrelated' | { readonly none: string }

/** What of a ticket is personal. Who sees how much of it is the table in `src/rules/visibility.ts`. */
export const ticketFields = [
  'owner',
  'phone',
  'mail',
  'words',
  'comment',
  'internal',
  'rating',
  'workers',
  'custody',
] as const
export type TicketField = (typeof ticketFields)[number]

/** Marks in schemas. They are not part of the published document. */
export const ticketKey = 'x-ticket'
export const personalKey = 'x-personal'

interface Marks {
  readonly [ticketKey]?: true
  readonly [personalKey]?: readonly TicketField[]
}

/** The number of a ticket. */
export const markTicketNumber = <S extends TSchema>(schema: S): S => copy(schema, { [ticketKey]: true } as object) as S // the same, marked

/** A field of an answer that holds this of a ticket. */
export const markPersonal = <S extends TSchema>(schema: S, ...fields: readonly TicketField[]): S =>
  copy(schema, { [personalKey]: fields } as object) as S // the same, marked

export const isTicketNumber = (schema: object): boolean => (schema as Marks)[ticketKey] === true
export const personalIn = (schema: object): readonly TicketField[] => (schema as Marks)[personalKey] ?? []

/** A schema as the documents show it. */
export function withoutMarks<S extends object>(schema: S): S {
  const { [ticketKey]: _ticket, [personalKey]: _personal, ...rest } = schema as Marks
  return rest as S // the marks are beside what its type says
}
