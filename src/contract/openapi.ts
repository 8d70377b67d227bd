import { always, type Endpoint, type Revision, type Role } from './endpoint.ts'
import { type ErrorCode, errors, type FactCode } from './errors.ts'
import { limits } from './fields.ts'
import { contract } from './index.ts'
import { en_US } from './words/en_US.ts'

type Json = Record<string, unknown>

const revisions: Record<Revision, { badge: string; text: string }> = {
  both: { badge: 'interface', text: 'In every revision of the interface.' },
  earlier: {
    badge: 'earlier revision',
    text: 'In the earlier revision of the interface; it works beside the later one.',
  },
  later: { badge: 'later revision', text: 'In the later revision of the interface.' },
  addition: { badge: 'addition', text: 'An addition of Fettle to the interface.' },
}
const access: Record<Role, string> = {
  anyone: 'Anyone may call it.',
  user: 'For logged-in users.',
  member: 'For team members.',
  admin: 'For administrators.',
}

/** The contract as an OpenAPI 3.1 document. */
export function openapi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [area, group] of Object.entries(contract)) {
    for (const [name, e] of Object.entries(group) as [string, Endpoint][]) {
      const path = e.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(`${area}.${name}`, area, e) }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fettle',
      version,
      summary: 'Tickets and duty for volunteer repair teams',
      description: [
        'Every field may come in the query string or in the JSON body, for GET and POST alike; integers may be decimal',
        'strings. `token` is a field like any other, or `Authorization: Bearer`. Failures are `{ success: false, err }`;',
        'the header `x-error-code` carries a stable code, `x-error-field` the field that a `bad_input` is about.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The session token of POST /login.' } },
      schemas: {
        Failure: {
          type: 'object',
          required: ['success', 'err'],
          properties: {
            success: { const: false },
            err: { type: 'string', description: 'A sentence for the person, in their language.' },
          },
        },
      },
    },
  }
}

function operation(operationId: string, tag: string, e: Endpoint): Json {
  const { badge, text } = revisions[e.revision]
  const properties = Object.entries(e.input.properties)
  const required: readonly string[] = e.input.required ?? []
  return {
    operationId,
    tags: [tag],
    summary: e.summary,
    description: `${access[e.role]} ${text}`,
    'x-role': e.role,
    'x-revision': e.revision,
    'x-badges': [{ name: badge }, { name: e.role }],
    security: e.role === 'anyone' ? [] : [{ token: [] }],
    ...(e.keyed
      ? { parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: limits.key } }] }
      : {}),
    ...(e.method === 'GET' && properties.length > 0
      ? {
          parameters: properties.map(([name, schema]) => ({
            name,
            in: e.path.includes(`:${name}`) ? 'path' : 'query',
            required: required.includes(name),
            schema,
          })),
        }
      : {}),
    ...(e.method === 'POST'
      ? {
          requestBody: {
            required: required.length > 0,
            content: { [e.form ? 'multipart/form-data' : 'application/json']: { schema: e.input } },
          },
        }
      : {}),
    responses: { [e.status ?? 200]: success(e), ...failures(e) },
  }
}

function success(e: Endpoint): Json {
  const ok = { const: true }
  const schema = {
    data: { type: 'object', required: ['success', 'data'], properties: { success: ok, data: e.output } },
    beside: { allOf: [{ type: 'object', required: ['success'], properties: { success: ok } }, e.output] },
    bare: e.output,
    raw: e.output,
  }[e.answer ?? 'data']
  return { description: 'Done.', content: { [e.produces ?? 'application/json']: { schema } } }
}

const page = 'text/html'
const failureBody = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

function failures(e: Endpoint): Json {
  const possible = new Set<ErrorCode>([...e.errors, ...always])
  if (e.role === 'anyone') possible.delete('not_logged_in')
  if ((e.role === 'anyone' || e.role === 'user') && !e.errors.includes('wrong_role')) possible.delete('wrong_role')
  const byStatus = Map.groupBy(possible, (code) => errors[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${meaning(code)}`).join('\n\n'),
        headers: { 'x-error-code': { schema: { enum: codes } } },
        content: e.produces === page ? { [page]: { schema: { type: 'string' } } } : failureBody,
      },
    ]),
  )
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
  device_with_team: 'The team still has a device of this user.',
  too_many_requests: 'Too many; `retry-after` says how many seconds to wait.',
  overloaded: 'Too much at once; `retry-after` says how many seconds to wait.',
}

/** What an error code means, in English, for the documents. */
export function meaning(code: ErrorCode): string {
  return isFactCode(code) ? general[code] : en_US.errors[code](undefined)
}

function isFactCode(code: ErrorCode): code is FactCode {
  return Object.hasOwn(general, code)
}
