import type { TSchema } from 'typebox'
import { copy } from '../type.ts'

/** The actions on tickets. Each endpoint about tickets names one; `src/rules/policy.ts` decides who may take it. */
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
  'drop',
  'take_off',
  'retrieve',
  'unretrieve',
  'receive',
  'place',
  'queue',
  'book',
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
 * The action of an endpoint, or why the policy does not apply. An `unrelated` endpoint neither takes nor answers the number of a ticket, which
 * a test checks.
 */
export type TicketUse = TicketAction | 'unrelated' | { readonly none: string }

/** The personal parts of a ticket. `src/rules/visibility.ts` decides who sees them. */
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

/** Marks in schemas, which the published document does not have. */
export const ticketKey = 'x-ticket'
export const personalKey = 'x-personal'

interface Marks {
  readonly [ticketKey]?: true
  readonly [personalKey]?: readonly TicketField[]
}

export const markTicketNumber = <S extends TSchema>(schema: S): S => copy(schema, { [ticketKey]: true } as object) as S // a copy with the same type

/** Marks a field of an answer that contains these parts of a ticket. */
export const markPersonal = <S extends TSchema>(schema: S, ...fields: readonly TicketField[]): S =>
  copy(schema, { [personalKey]: fields } as object) as S // a copy with the same type

export const isTicketNumber = (schema: object): boolean => (schema as Marks)[ticketKey] === true
export const personalIn = (schema: object): readonly TicketField[] => (schema as Marks)[personalKey] ?? []

export function withoutMarks<S extends object>(schema: S): S {
  const { [ticketKey]: _ticket, [personalKey]: _personal, ...rest } = schema as Marks
  return rest as S // the type does not have the marks
}
