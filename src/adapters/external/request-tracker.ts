import { Type } from '#contract/type.ts'
import type { ExternalSystem, RemoteTicket } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpClient, type HttpClientOptions, httpClient } from '../http-client.ts'
import { isRemoteId, misconfigured, parseAs, RemoteId } from '../json-shape.ts'

export interface RequestTrackerOptions extends HttpClientOptions {
  readonly token: string
  readonly project: string
  readonly field: string
}

// Values of other fields may be objects. A text in place of the list means that we may see no field.
const Fields = Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.Unsafe<unknown>({})) }))
const Found = Type.Object({
  items: Type.Array(Type.Object({ id: RemoteId, CustomFields: Type.Union([Fields, Type.String()]) })),
})
const Queue = Type.Object({
  TicketCustomFields: Type.Array(Type.Object({ name: Type.String() })),
  _hyperlinks: Type.Array(Type.Object({ ref: Type.String() })),
})
const Ticket = Type.Object({ id: RemoteId })
const Transactions = Type.Object({ items: Type.Array(Type.Object({ id: RemoteId })) })

type Signal = AbortSignal | undefined

interface Remote {
  readonly call: HttpClient
  readonly options: RequestTrackerOptions
}

/** Request Tracker 5, through REST 2: our reference is in a custom field, that of a remark is the subject of a comment. */
export function requestTracker(options: RequestTrackerOptions): ExternalSystem {
  const { token, project, field } = options
  const call = httpClient({ ...options, headers: { authorization: `token ${token}` } })
  const remote = { call, options }
  /** If there is no such ticket, it checks that a new one could be found later. */
  async function find(ref: string, signal: Signal): Promise<RemoteTicket | undefined> {
    const found = await search(remote, ref, signal)
    if (!found) await assertUsableQueue(remote, signal)
    return found
  }
  return {
    kind: 'request-tracker',
    async check(signal) {
      await find('fettle-check', signal)
    },
    find,
    async create({ ref, subject, text }, signal) {
      const ticket = { Queue: project, Subject: subject, Content: text, ContentType: 'text/plain' }
      const body = JSON.stringify({ ...ticket, CustomFields: { [field]: ref } })
      await call({ method: 'POST', path: '/REST/2.0/ticket', body, expect: [201], signal })
      // If we may not set the field or see the ticket, it is never found again. Each try would create another.
      const found = await search(remote, ref, signal)
      if (!found) throw misconfigured('EXTERNAL_FIELD', true)
      return found
    },
    async comment({ id }, { ref, text }, signal) {
      const path = `/REST/2.0/ticket/${id}`
      const answer = isRemoteId(id) && (await call({ method: 'GET', path, expect: [200, 404], signal }))
      if (!answer || answer.status === 404) throw new Trouble({ say: 'missing_there' }, { hopeless: true })
      // A merged ticket answers with the number of the other one, which gets the further comments.
      const ids = [id, parseAs(answer, Ticket).id]
      if (await hasComment(remote, ids, ref, signal)) return
      const body = JSON.stringify({ Subject: ref, Content: text, ContentType: 'text/plain' })
      await call({ method: 'POST', path: `${path}/comment`, body, expect: [201], signal })
      // If we may not see comments, each try would add another.
      if (!(await hasComment(remote, ids, ref, signal))) throw new Trouble({ say: 'credentials' }, { hopeless: true })
    },
  }
}

async function search({ call, options: { url, field } }: Remote, ref: string, signal: Signal) {
  // Without a condition on the effective id, tickets that were merged into others are not found.
  const sql = `${quoted(`CF.{${field}}`)} = ${quoted(ref)} AND EffectiveId > 0`
  const query = { query: sql, fields: 'CustomFields', orderby: 'id' }
  const answer = await call({ method: 'GET', path: '/REST/2.0/tickets', query, expect: [200], signal })
  const found = parseAs(answer, Found).items.find(
    ({ CustomFields: all }) =>
      typeof all !== 'string' && all.some(({ name, values }) => name === field && values.includes(ref)),
  )
  return found && { id: String(found.id), url: `${url}/Ticket/Display.html?id=${found.id}` }
}

/** A search by an unknown field finds nothing, and a new ticket is accepted without the field. So the queue is checked. */
async function assertUsableQueue({ call, options: { project, field } }: Remote, signal: Signal): Promise<void> {
  const path = `/REST/2.0/queue/${encodeURIComponent(project)}`
  const answer = await call({ method: 'GET', path, expect: [200, 403, 404], signal })
  if (answer.status !== 200) throw misconfigured('EXTERNAL_PROJECT')
  // The list at /queue/:id/customfields is empty for a user with rights in this queue alone. This one is not.
  const { TicketCustomFields, _hyperlinks } = parseAs(answer, Queue)
  if (!TicketCustomFields.some(({ name }) => name === field)) throw misconfigured('EXTERNAL_FIELD')
  if (!_hyperlinks.some(({ ref }) => ref === 'create')) throw new Trouble({ say: 'credentials' })
}

async function hasComment({ call }: Remote, ids: readonly (string | number)[], ref: string, signal: Signal) {
  const tickets = ids.map((one) => `ObjectId = ${one}`).join(' OR ')
  const query = `ObjectType = 'RT::Ticket' AND (${tickets}) AND Type = 'Comment' AND Subject = ${quoted(ref)}`
  const path = '/REST/2.0/transactions'
  const answer = await call({ method: 'GET', path, query: { query }, expect: [200], signal })
  return parseAs(answer, Transactions).items.length > 0
}

/** A text within TicketSQL. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
