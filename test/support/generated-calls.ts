import { Agent, request as httpRequest } from 'node:http'
import { type TSchema, Type } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import fc from './fast-check.ts'
import type { Team } from './team.ts'

/** A generated call. It names a token, because each team has its own. */
export interface GeneratedCall {
  readonly token: 'good' | 'dead' | 'none' | { readonly odd: unknown }
  readonly tokenIn: 'body' | 'query' | 'bearer'
  readonly query: Readonly<Record<string, unknown>>
  readonly tail: string
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** Sent instead of the JSON body: a part of it, or arbitrary text. */
  readonly mangled: { readonly cut: number } | { readonly bytes: Uint8Array } | undefined
  readonly type: string | undefined
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u0085',
  '\u202e',
  '😀',
  '​',
  '\r\n',
  '%',
  '%00',
  '_',
  "'",
  '"',
  '\\',
  "'); drop table person;--",
  '../../etc/passwd',
  '=1+1',
  'NaN',
  'null',
  'undefined',
  'true',
  '0x10',
  '1e3',
  '-0',
  '12',
  '-1',
  '9007199254740993',
  '99999999999999999999',
  'x'.repeat(5000),
  '界'.repeat(4001),
  '2026-02-30',
  'mail_',
  'mail_x7k2-9qrd-4m0t-h8wz',
  'a@b.c',
  'zh_CN',
]
const oddValues = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  7,
  8,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 53),
  2 ** 31,
  2 ** 63,
  [],
  [[]],
  [null],
  {},
  { length: 3 },
  { id: 1 },
  [12],
  ['12'],
  [[], {}],
]
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom<unknown>(...oddValues),
  // As text of the unit `binary`, which first makes a table of all of Unicode.
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 80 }).map((points) => String.fromCodePoint(...points)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Plausible values, so that code behind the first check is reached too. */
function plausible(schema: TSchema): fc.Arbitrary<unknown> {
  const {
    enum: choices,
    minimum = 0,
    maximum = 50,
    maxLength = 40,
  } = schema as { enum?: unknown[]; minimum?: number; maximum?: number; maxLength?: number } // what JSON Schema calls them
  if (choices) return fc.constantFrom(...choices)
  if (Type.IsInteger(schema)) return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 50) })
  if (Type.IsBoolean(schema)) return fc.boolean()
  if (Type.IsArray(schema)) return fc.array(value(schema.items), { maxLength: 4 })
  if (Type.IsObject(schema)) return fieldsOf(schema.properties)
  return fc.oneof(
    fc.string({ maxLength: Math.min(maxLength, 40) }),
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) }),
    fc.constantFrom('+86 138 0013 8000', 'a\u0000b', 'a\ud800b'),
  )
}

const value = (schema: TSchema) => fc.oneof({ weight: 3, arbitrary: plausible(schema) }, { weight: 2, arbitrary: odd })

function fieldsOf(properties: Readonly<Record<string, TSchema>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, value(schema)])), {
    requiredKeys: [],
  })
}

const stray = fc.dictionary(
  fc.oneof(
    fc.constantFrom('id', 'admin', 'role', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'name'),
    fc.string({ maxLength: 8 }),
  ),
  odd,
  { maxKeys: 2 },
)

export function generatedCall(e: Endpoint): fc.Arbitrary<GeneratedCall> {
  const fields = fc
    .tuple(fieldsOf(e.input.properties), fc.option(stray, { freq: 3 }))
    .map(([known, more]) => ({ ...more, ...known }))
  return fc.record({
    token: fc.oneof(
      { weight: 8, arbitrary: fc.constant<'good'>('good') },
      fc.constantFrom('dead' as const, 'none' as const),
      fc.record({ odd }),
    ),
    tokenIn: fc.constantFrom('body', 'query', 'bearer'),
    query: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fields),
    tail: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      fc.constantFrom('&id=1&id=2', '&%zz', '&=&&', '&a[]=1', '&__proto__=1', '&%00=%00', '&x=%ff'),
    ),
    body: fc.option(fields, { freq: 6, nil: undefined }),
    mangled: fc.option(
      fc.oneof(fc.record({ cut: fc.nat(60) }), fc.record({ bytes: fc.uint8Array({ maxLength: 60 }) })),
      { freq: 8, nil: undefined },
    ),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      fc.constantFrom(undefined, 'text/plain', 'application/json; charset=gbk', 'multipart/form-data', ';'),
    ),
  })
}

export interface CallResult {
  readonly status: number
  readonly code: string
  readonly text: string
}

const agent = new Agent({ keepAlive: true })

/** Sends a generated call. Pages and files are requested without their bodies. */
export function sendGeneratedCall(team: Team, e: Endpoint, bad: GeneratedCall, token: string): Promise<CallResult> {
  const given = { good: token, dead: 'never-given', none: undefined }
  const sent = typeof bad.token === 'object' ? bad.token.odd : given[bad.token]
  const query = { ...bad.query, ...(bad.tokenIn === 'query' && sent !== undefined ? { token: sent } : {}) }
  const body = { ...bad.body, ...(bad.tokenIn === 'body' && sent !== undefined ? { token: sent } : {}) }
  const text = Buffer.from(JSON.stringify(body))
  const hasBody = bad.body !== undefined || bad.tokenIn === 'body'
  const bytes = !bad.mangled ? text : 'cut' in bad.mangled ? text.subarray(0, bad.mangled.cut) : bad.mangled.bytes
  const headers: Record<string, string> = {
    ...(bad.type === undefined ? {} : { 'content-type': bad.type }),
    ...(hasBody ? { 'content-length': String(bytes.length) } : {}),
    ...(bad.tokenIn === 'bearer' && typeof sent === 'string' && /^[ -~]*$/.test(sent)
      ? { authorization: `Bearer ${sent}` }
      : {}),
  }
  const method = e.answer === 'raw' ? 'HEAD' : e.method
  const path = `${e.path}?${Object.entries(query)
    .map(([name, one]) => `${encoded(name)}=${encoded(one)}`)
    .join('&')}${bad.tail}`
  return new Promise((resolve, reject) => {
    const call = httpRequest(team.url + path, { method, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          code: String(response.headers['x-error-code'] ?? ''),
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    call.on('error', reject)
    call.end(hasBody ? bytes : undefined)
  })
}

const encoded = (one: unknown) =>
  encodeURIComponent((typeof one === 'string' ? one : (JSON.stringify(one) ?? '')).toWellFormed().slice(0, 1500))
