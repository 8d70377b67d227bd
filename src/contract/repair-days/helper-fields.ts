import type { Static } from 'typebox'
import { Id, LinePerLanguage, limits, MemberId, sample, Timestamp, TimestampOrNone } from '../fields.ts'
import { field, flag, integer, list, named, namedObject, nullable, optional, Type, text } from '../type.ts'
import { DayId, KindNumber, RepairDayStateField } from './day-fields.ts'
import { helperDuties, helperStates } from './day-states.ts'

export const HelperStateField = named(
  'HelperState',
  Type.Enum(helperStates),
  'The state of a helper. `asked`: a place became free, and the member has not answered yet. `lapsed`: no answer came in time.',
  'signed',
)
const OwnState = field(
  Type.Enum([...helperStates, '']),
  'Your own state in the role; empty if you have none.',
  'signed',
)
const Duty = named(
  'HelperDuty',
  Type.Enum(helperDuties),
  'What the helpers of a role do. `own`: a role that the team names itself.',
  'mend',
)

export const RoleId = field(Id, 'The number of the role.', 5)
const RoleKind = nullable(
  KindNumber,
  'For `mend`: the kind that they repair; null for every kind, and for other roles.',
  1,
)
const RoleName = field(
  LinePerLanguage(limits.device, { zh_CN: '引导', en_US: 'Guide' }),
  'The name of an `own` role; may be empty for the others.',
)

export const RoleInput = namedObject('HelperRoleInput', 'A role of helpers as administrators plan it.', {
  id: optional(Id, 'The number of an existing role; absent for a new one.', 5),
  name: RoleName,
  duty: Duty,
  kind: RoleKind,
  places: integer('How many helpers the role needs.', 5, { minimum: 0, maximum: 500 }),
})

const DayHelper = namedObject('DayHelper', 'A helper of a role.', {
  member: MemberId,
  name: text('The name of the member.', sample.colleague),
  state: HelperStateField,
  askedUntil: field(TimestampOrNone, 'Until when the place is kept; empty unless asked.', ''),
})

const HelperRole = namedObject('HelperRole', 'A role of helpers on a repair day.', {
  id: RoleId,
  name: RoleName,
  duty: Duty,
  kind: RoleKind,
  places: integer('How many helpers the role needs.', 5),
  free: integer('How many places are free now.', 2),
  state: OwnState,
  askedUntil: field(TimestampOrNone, 'Until when the place is kept for you; empty unless you are asked.', ''),
  helpers: list(DayHelper, 'Those with a place, those who are asked, and those who wait, in order.'),
})

export const DayHelpers = namedObject('DayHelpers', 'The roles of a repair day with their helpers.', {
  id: DayId,
  title: text('The title of the repair day.', 'Repair day in November'),
  state: RepairDayStateField,
  from: field(Timestamp, 'When it begins.'),
  until: field(Timestamp, 'When it ends.', sample.end),
  place: text('Where it is.', 'Library, ground floor'),
  helpUntil: field(Timestamp, 'Until when helpers sign up and off.', sample.end),
  open: flag('Whether helpers can sign up and off now.', true),
  roles: list(HelperRole, 'The roles.'),
})
export type DayHelpers = Static<typeof DayHelpers>
