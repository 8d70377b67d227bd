import { type ErrorCode, type FactCode, flaws } from './errors.ts'
import { en_US } from './words/en_US.ts'

type Json = Record<string, unknown>

const page = 'text/html'

/** How an endpoint refuses with one status: as JSON, or as a small page where it answers with pages. */
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
        description: 'A stable word for what is wrong.',
        schema: { enum: codes, examples: [first] },
      },
      ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    },
    content: isPage
      ? { [page]: { schema: { type: 'string', description: 'The sentence on a small page.' } } }
      : { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
}

const detailHeaders = ['x-error-field', 'x-error-flaw', 'x-error-limit']
export const failureHeaders: Json = {
  'x-request-id': {
    description: 'Quote it when you report a problem.',
    schema: { type: 'string', examples: ['req-4f'] },
  },
  'x-error-field': {
    description: 'The field that a `bad_input` or `bad_situation` is about, if it is about one.',
    schema: { type: 'string', maxLength: 64, examples: ['timetable[2].from'] },
  },
  'x-error-flaw': {
    description: 'What is wrong with that field; of a `bad_situation`, the rule that it breaks.',
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
    description: 'The bound that the field is beyond, or the values that are allowed.',
    schema: { type: 'string', maxLength: 64, examples: ['128'] },
  },
  'retry-after': {
    description: 'How many seconds to wait.',
    schema: { type: 'integer', examples: [1] },
  },
}

/** The sentences that need facts, in general terms. */
const general: Record<FactCode, string> = {
  bad_input: 'A field is missing, of the wrong type or out of bounds; the sentence names it.',
  wrong_role: 'The token is right, its role is not enough.',
  name_taken: 'Another active member has this name.',
  bad_situation: 'The parts of the duty situation do not fit together; the sentence says which rule is broken.',
  bad_substitute: 'The substitute is nobody on the team, the member themselves, or on that shift already.',
  leave_taken: 'Another member was faster, or the leave came with a substitute.',
  ticket_not_found: 'There is no such ticket, or it is not yours to see.',
  already_claimed: 'Somebody else has claimed it; the sentence names them.',
  move_not_allowed: 'The status does not allow it; the sentence names the moves that are allowed.',
  tag_unknown: 'There is no such tag.',
  tag_taken: 'The tag is tied to another ticket; the sentence names it.',
  accessory_never_there: 'Something did not come with this device; the sentence names it.',
  accessory_unsaid: 'Something came with this device, and it is not said whether it goes back; the sentence names it.',
  hours_undecided: 'Lines of the period still wait for a decision; the sentence says how many.',
  period_taken: 'These days belong to a closed period; the sentence says from when on it is open.',
  device_with_team: 'The team still has a device of this user.',
  too_many_requests: 'Too many; `retry-after` says how many seconds to wait.',
  picture_quota:
    'As many pictures as a day allows came from this person or this address; `retry-after` says how many seconds to wait. Text still works.',
  disk_low:
    'The disk has too little room left for pictures; `retry-after` says how many seconds to wait. Text still works.',
  channel_refused: 'The other side did not take the test; the sentence says why.',
  ticket_merged: 'It was joined with another ticket; the sentence names it.',
  merge_not_allowed: 'The two cannot be joined; the sentence says why.',
  import_unreadable: 'The file cannot be read as a table; the sentence says why.',
  import_refused: 'Some rows are not right, so nothing was imported; the sentence says how many.',
  overloaded: 'Too much at once; `retry-after` says how many seconds to wait.',
}

/** What an error code means, in English, for the documents. */
export function errorMeaning(code: ErrorCode): string {
  return isFactCode(code) ? general[code] : en_US.errors[code](undefined)
}

function isFactCode(code: ErrorCode): code is FactCode {
  return Object.hasOwn(general, code)
}
