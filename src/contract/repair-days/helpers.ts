import { get, post } from '../endpoint.ts'
import { MemberId, Version } from '../fields.ts'
import { field, list, Type } from '../type.ts'
import { DayId } from './day-fields.ts'
import { DayHelpers, HelperStateField, RoleId, RoleInput } from './helper-fields.ts'

const known = ['repair_day_not_found', 'repair_day_state', 'role_not_found', 'member_not_found'] as const
const Answer = Type.Object({ state: HelperStateField })
const ofMember = { id: DayId, role: RoleId, member: MemberId }

/** Helpers of repair days: members sign up, administrators plan the roles. */
export const helpers = {
  list: get('/events/helping', 'member', {
    ticket: 'unrelated',
    summary: 'List the announced repair days that are not over with their roles and helpers, the earliest first.',
    output: Type.Object({ list: list(DayHelpers, 'The repair days, the earliest first.') }),
  }),
  info: get('/events/helpers', 'member', {
    ticket: 'unrelated',
    summary: 'Get the roles of a repair day with their helpers, as on the printed sheet.',
    input: Type.Object({ id: DayId }),
    output: DayHelpers,
    errors: ['repair_day_not_found'],
  }),
  help: post('/events/help', 'member', {
    ticket: 'unrelated',
    summary:
      'Sign up as a helper. If the role is full, you wait in order, and are asked when a place becomes free. The same call says yes when you are asked.',
    input: Type.Object({ id: DayId, role: RoleId }),
    output: Answer,
    errors: [...known, 'help_over'],
  }),
  unhelp: post('/events/unhelp', 'member', {
    ticket: 'unrelated',
    summary: 'Give back a helper’s place, leave the waiting list, or say no when you are asked.',
    input: Type.Object({ id: DayId, role: RoleId }),
    errors: [...known, 'help_over', 'helper_not_found'],
  }),
  setRoles: post('/admin/event/roles', 'admin', {
    ticket: 'unrelated',
    summary:
      'Replace the roles of a repair day. A role with helpers can neither be removed nor get fewer places than they have. Who waits is asked when a role gets more places.',
    input: Type.Object({
      id: DayId,
      version: Version,
      roles: field(Type.Array(RoleInput, { maxItems: 30 }), 'The roles.'),
    }),
    errors: ['repair_day_not_found', 'repair_day_state', 'role_not_found', 'repair_day_changed', 'role_taken'],
  }),
  add: post('/admin/event/help', 'admin', {
    ticket: 'unrelated',
    summary: 'Give a member a free place as a helper, also after the limit for signing up.',
    input: Type.Object(ofMember),
    errors: [...known, 'role_full'],
  }),
  remove: post('/admin/event/unhelp', 'admin', {
    ticket: 'unrelated',
    summary: 'Take a member off a role. Who waits for it is asked.',
    input: Type.Object(ofMember),
    errors: [...known, 'helper_not_found'],
  }),
}
