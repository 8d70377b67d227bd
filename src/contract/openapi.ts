import { bodyLimits, minBody } from './body-limits.ts'
import { commonErrors, type Endpoint, type Revision, type Role } from './endpoint.ts'
import { type ErrorCode, errors } from './errors.ts'
import { limits, Nothing, Paging } from './fields.ts'
import { areas, contract } from './index.ts'
import { errorMeaning, failureHeaders, failureResponse } from './openapi-failures.ts'
import { Schemas } from './openapi-schemas.ts'
import { Token } from './people/login.ts'
import { named, originalOf, type Schema, Type } from './type.ts'

type Json = Record<string, unknown>

const revisions: Record<Revision, { badge: string; text: string }> = {
  both: { badge: 'interface', text: 'In every revision of the interface.' },
  earlier: {
    badge: 'earlier revision',
    text: 'In the earlier revision of the interface; kept beside the later one.',
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
  const drawing = new Drawing()
  const paths: Record<string, Json> = {}
  for (const [area, group] of Object.entries(contract)) {
    for (const [name, e] of Object.entries(group) as [string, Endpoint][]) {
      const path = e.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [e.method.toLowerCase()]: drawing.operation(`${area}.${name}`, area, e) }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fettle',
      version,
      summary: 'Tickets and duty for volunteer repair teams',
      description: [
        'Every field can be sent in the query string or in the JSON body, for GET and POST alike; integers can be decimal',
        'strings. The session token is sent in the field `token` or as `Authorization: Bearer`; the field takes precedence.',
        'Errors are `{ success: false, err }`, with the headers `x-error-code`, `x-error-field`, `x-error-flaw` and',
        '`x-error-limit` for programs. Every response has an `x-request-id`.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: drawing.components(),
  }
}

/** The limits of its body that are larger than those of most endpoints. */
function largerBody(e: Endpoint): Json {
  if (e.method !== 'POST') return {}
  const least: Readonly<Record<string, number>> = { ...minBody }
  const larger = Object.entries(bodyLimits(e)).filter(([what, most]) => most > (least[what] ?? 0))
  return larger.length > 0 ? { 'x-body-limits': Object.fromEntries(larger) } : {}
}

const SuccessFlag = named('Succeeded', Type.Literal(true), 'The call succeeded.')
const ref = (kind: 'parameters' | 'requestBodies' | 'responses' | 'headers', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** Collects the components that several operations share. */
class Drawing {
  readonly #schemas = new Schemas()
  readonly #responses: Record<string, Json> = {}

  components(): Json {
    return {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The session token of POST /login.' },
        token: { type: 'apiKey', in: 'query', name: 'token', description: 'The session token as a query parameter.' },
      },
      parameters: {
        token: this.#parameter('token', Token),
        pageId: this.#parameter('pageId', Paging.pageId),
        count: this.#parameter('count', Paging.count),
        'Idempotency-Key': {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A key that the client chooses. Repeating a call with the same key and the same fields within 24 hours has no second effect.',
          schema: { type: 'string', maxLength: limits.key, examples: ['b7f1c3e0-6a52-4a0e-9d6e-2f1a8c4b7d90'] },
        },
      },
      requestBodies: { Token: this.#body({}, [], 'application/json') },
      headers: failureHeaders,
      responses: this.#responses,
      schemas: {
        ...this.#schemas.components,
        Failure: {
          type: 'object',
          description: 'An error.',
          required: ['success', 'err'],
          properties: {
            success: { const: false, description: 'The call failed.', examples: [false] },
            err: {
              type: 'string',
              description: 'A sentence for the user, in their language.',
              examples: [errorMeaning('not_logged_in')],
            },
          },
        },
      },
    }
  }

  operation(operationId: string, tag: string, e: Endpoint): Json {
    const { badge, text } = revisions[e.revision]
    const parameters = this.#parameters(e)
    // The first sentence is the title of the operation.
    const [summary, details = ''] = e.summary.split(/(?<=\.) (.+)/)
    return {
      operationId,
      tags: [tag],
      summary,
      description: `${access[e.role]} ${text}${details && `\n\n${details}`}`,
      'x-role': e.role,
      'x-revision': e.revision,
      ...largerBody(e),
      'x-badges': [{ name: badge }, { name: e.role }],
      security: e.role === 'anyone' ? [] : [{ bearer: [] }, { token: [] }],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(e.method === 'POST' ? { requestBody: this.#requestBody(e) } : {}),
      responses: { [e.status ?? 200]: this.#success(e), ...this.#failures(e) },
    }
  }

  #parameters(e: Endpoint): Json[] {
    const required: readonly string[] = e.input.required ?? []
    const fields = Object.entries(e.input.properties).filter(([name]) => e.method === 'GET' || e.query?.includes(name))
    const parameters: Json[] = fields.map(([name, schema]) => {
      if (name in Paging) return ref('parameters', name)
      const parameter = { ...this.#parameter(name, schema), ...(required.includes(name) ? { required: true } : {}) }
      return e.path.includes(`:${name}`) ? { ...parameter, in: 'path' } : parameter
    })
    if (e.method === 'GET' && !e.anonymous) parameters.unshift(ref('parameters', 'token'))
    if (e.keyed) parameters.push(ref('parameters', 'Idempotency-Key'))
    return parameters
  }

  #parameter(name: string, schema: Schema): Json {
    const { description = originalOf(schema).description, ...rest } = this.#schemas.draw(schema)
    return { name, in: 'query', description, schema: rest }
  }

  #requestBody(e: Endpoint): Json {
    const properties = Object.fromEntries(
      Object.entries<Schema>(e.input.properties).filter(([name]) => !e.query?.includes(name)),
    )
    if (Object.keys(properties).length === 0) return ref('requestBodies', 'Token')
    const required = (e.input.required ?? []).filter((name: string) => name in properties)
    return this.#body(properties, required, e.form ? 'multipart/form-data' : 'application/json')
  }

  #body(fields: Readonly<Record<string, Schema>>, required: readonly string[], type: string): Json {
    const properties = { token: Token as Schema, ...fields }
    const schema: Schema = { type: 'object', ...(required.length > 0 ? { required } : {}), properties }
    return { required: required.length > 0, content: { [type]: { schema: this.#schemas.draw(schema) } } }
  }

  #success(e: Endpoint): Json {
    const { output } = e
    if (output === Nothing && !e.headers) {
      this.#responses['Done'] ??= this.#successOf(e)
      return ref('responses', 'Done')
    }
    return this.#successOf(e)
  }

  #successOf({ output, answer = 'data', headers = {}, produces = 'application/json' }: Endpoint): Json {
    const schema: Schema = {
      data: Type.Object({ success: SuccessFlag, data: output }),
      beside: Type.Object({ success: SuccessFlag, ...(output as Schema).properties }),
      bare: output,
      raw: output,
    }[answer]
    return {
      description: (answer === 'raw' && schema.description) || 'Done.',
      ...(Object.keys(headers).length > 0 ? { headers: shownHeaders(headers) } : {}),
      content: { [produces]: { schema: this.#schemas.draw(schema) } },
    }
  }

  #failures(e: Endpoint): Json {
    const possible = new Set<ErrorCode>([...e.errors, ...commonErrors])
    if (e.role === 'anyone') possible.delete('not_logged_in')
    if ((e.role === 'anyone' || e.role === 'user') && !e.errors.includes('wrong_role')) possible.delete('wrong_role')
    const isPage = e.produces === 'text/html'
    const byStatus = Map.groupBy(possible, (code) => errors[code])
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => {
        const own = codes.filter((code) => !commonErrors.has(code))
        const name = [`Refused${status}${isPage ? 'Page' : ''}`, ...own].join('.')
        this.#responses[name] ??= failureResponse(status, codes, isPage)
        return [status, ref('responses', name)]
      }),
    )
  }
}

const shownHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
