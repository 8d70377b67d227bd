import { type ErrorCode, type FactCode, flaws } from './errors.ts'
import { en_US } from './words/en_US.ts'

type Json = Record<string, unknown>

const page = 'text/html'

/** The error response for one status: JSON, or a small page for endpoints that produce pages. */
export function failureResponse(status: number, codes: readonly ErrorCode[], isPage: boolean): Json {
  const [first = 'broken'] = codes
  const names = [
    'x-request-id',
    ...(status === 400 ? detailHeaders : []),
    ...(status === 429 || status === 503 ? ['retry-after'] : []),
  ]
  return {
    description: codes.map((code) => `\`${code}\`: ${errorMeaning(code)}`).join('\n\n'),
    headers: {
      'x-error-code': {
        description: 'A stable code for the error.',
        schema: { enum: codes, examples: [first] },
      },
      ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    },
    content: isPage
      ? { [page]: { schema: { type: 'string', description: 'A small page with the sentence.' } } }
      : { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
}

const detailHeaders = ['x-error-field', 'x-error-flaw', 'x-error-limit']
export const failureHeaders: Json = {
  'x-request-id': {
    description: 'The id of the request. Quote it when you report a problem.',
    schema: { type: 'string', examples: ['req-4f'] },
  },
  'x-error-field': {
    description: 'The field that a `bad_input` or `bad_situation` refers to, if any.',
    schema: { type: 'string', maxLength: 64, examples: ['timetable[2].from'] },
  },
  'x-error-flaw': {
    description: 'What is wrong with that field; for a `bad_situation`, the violated rule.',
    schema: {
      type: 'string',
      anyOf: [
        ...flaws.map((flaw) => ({ const: flaw, description: en_US.flaws[flaw]('The field', '`x-error-limit`') })),
        { type: 'string' },
      ],
      examples: ['too_long'],
    },
  },
  'x-error-limit': {
    description: 'The violated bound, or the allowed values.',
    schema: { type: 'string', maxLength: 64, examples: ['128'] },
  },
  'retry-after': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', examples: [1] },
  },
}

/** The errors whose sentence contains facts, in general terms. */
const general: Record<FactCode, string> = {
  bad_input: 'A field is missing, has the wrong type or is out of bounds; the sentence names it.',
  wrong_role: 'The token is valid, but its role is not sufficient.',
  name_taken: 'Another active member has this name.',
  bad_situation: 'The parts of the duty situation contradict each other; the sentence names the violated rule.',
  bad_substitute: 'The substitute is not on the team, is the member on leave, or is on that shift already.',
  leave_taken: 'Another member took the shift first, or the leave named a substitute.',
  ticket_not_found: 'The ticket does not exist, or you may not see it.',
  already_claimed: 'Another member has claimed it; the sentence names them.',
  move_not_allowed: 'The current status does not allow it; the sentence lists the allowed moves.',
  tag_unknown: 'The tag does not exist.',
  tag_taken: 'The tag is tied to another ticket; the sentence names it.',
  accessory_never_there: 'An accessory was not received with this device; the sentence names it.',
  accessory_unsaid: 'For an accessory it is not stated whether it was returned; the sentence names it.',
  hours_undecided: 'Entries of the period are undecided; the sentence says how many.',
  period_taken: 'These days belong to a closed period; the sentence gives the first open day.',
  device_with_team: 'The team still has a device of this user.',
  too_many_requests: 'Too many requests; `retry-after` says how many seconds to wait.',
  picture_quota:
    'The daily limit of pictures for this person or address is reached; `retry-after` says how many seconds to wait. Text still works.',
  disk_low: 'The disk has no room for pictures; `retry-after` says how many seconds to wait. Text still works.',
  channel_refused: 'The other side refused the test message; the sentence says why.',
  ticket_merged: 'The ticket was merged into another; the sentence names it.',
  merge_not_allowed: 'The tickets cannot be merged; the sentence says why.',
  import_unreadable: 'The file cannot be read as a table; the sentence says why.',
  import_refused: 'Some rows have errors, so nothing was imported; the sentence says how many.',
  repair_day_state: 'The state of the repair day does not allow this; the sentence says why.',
  plan_of_repair_day: 'This special duty belongs to a repair day, and changes only with it.',
  too_many_bookings: 'The owner has as many bookings for this repair day as one person may have.',
  wave_booked: 'People have booked what the change would take away; the sentence says how many.',
  role_taken: 'Helpers have places that the change would take away; the sentence says how many.',
  overloaded: 'The service is overloaded; `retry-after` says how many seconds to wait.',
}

/** The meaning of an error code for the documents. */
export function errorMeaning(code: ErrorCode): string {
  return isFactCode(code) ? general[code] : en_US.errors[code](undefined)
}

function isFactCode(code: ErrorCode): code is FactCode {
  return Object.hasOwn(general, code)
}
