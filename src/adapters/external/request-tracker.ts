import { Type } from '#contract/type.ts'
import type { ExternalSystem, RemoteTicket } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpClientOptions, httpClient } from '../http-client.ts'
import { isRemoteId, misconfigured, parseAs, RemoteId } from '../json-shape.ts'

export interface RequestTrackerOptions extends HttpClientOptions {
  /** An authentication token of the user who speaks for us there. */
  readonly token: string
  /** The queue, by name or number. */
  readonly project: string
  /** The name of the custom field that holds our reference. */
  readonly field: string
}

// Values of other fields may be objects. Where no field may be seen, there is a text in place of the list.
const Fields = Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.Unsafe<unknown>({})) }))
const Found = Type.Object({
  items: Type.Array(Type.Object({ id: RemoteId, CustomFields: Type.Union([Fields, Type.String()]) })),
})
const Queue = Type.Object({
  TicketCustomFields: Type.Array(Type.Object({ name: Type.String() })),
  _hyperlinks: Type.Array(Type.Object({ ref: Type.String() })),
})
const Ticket = Type.Object({ id: RemoteId })
const Said = Type.Object({ items: Type.Array(Type.Object({ id: RemoteId })) })

/** Request Tracker 5, through REST 2: our reference is in a custom field, that of a remark is the subject of a comment. */
export function requestTracker({ token, project, field, ...where }: RequestTrackerOptions): ExternalSystem {
  const ask = httpClient({ ...where, headers: { authorization: `token ${token}` } })
  const remote = (id: string | number): RemoteTicket => ({
    id: String(id),
    url: `${where.url}/Ticket/Display.html?id=${id}`,
  })

  /** The ticket with our reference; of several the first. */
  async function search(ref: string, signal: AbortSignal | undefined): Promise<RemoteTicket | undefined> {
    // Who does not ask for the effective number is not shown what was merged into another ticket.
    const sql = `${quoted(`CF.{${field}}`)} = ${quoted(ref)} AND EffectiveId > 0`
    const query = { query: sql, fields: 'CustomFields', orderby: 'id' }
    const answer = await ask({ method: 'GET', path: '/REST/2.0/tickets', query, expect: [200], signal })
    const found = parseAs(answer, Found).items.find(
      ({ CustomFields: all }) =>
        typeof all !== 'string' && all.some(({ name, values }) => name === field && values.includes(ref)),
    )
    return found && remote(found.id)
  }

  /** A search finds nothing, too, where there is no such field; and a ticket that is sent with one is taken without it. */
  async function ready(signal: AbortSignal | undefined): Promise<void> {
    const path = `/REST/2.0/queue/${encodeURIComponent(project)}`
    const answer = await ask({ method: 'GET', path, expect: [200, 403, 404], signal })
    if (answer.status !== 200) throw misconfigured('EXTERNAL_PROJECT')
    // The list at /queue/:id/customfields is empty for whoever has rights in this queue alone; this one is not.
    const { TicketCustomFields, _hyperlinks } = parseAs(answer, Queue)
    if (!TicketCustomFields.some(({ name }) => name === field)) throw misconfigured('EXTERNAL_FIELD')
    if (!_hyperlinks.some(({ ref }) => ref === 'create')) throw new Trouble({ say: 'credentials' })
  }

  async function find(ref: string, signal: AbortSignal | undefined): Promise<RemoteTicket | undefined> {
    const found = await search(ref, signal)
    if (!found) await ready(signal)
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
      await ask({ method: 'POST', path: '/REST/2.0/ticket', body, expect: [201], signal })
      // Without the right to set the field, or to see the ticket, it is not found again, and each try would make another.
      const found = await search(ref, signal)
      if (!found) throw misconfigured('EXTERNAL_FIELD', true)
      return found
    },
    async comment({ id }, { ref, text }, signal) {
      const path = `/REST/2.0/ticket/${id}`
      const there = isRemoteId(id) && (await ask({ method: 'GET', path, expect: [200, 404], signal }))
      if (!there || there.status === 404) throw new Trouble({ say: 'missing_there' }, { hopeless: true })
      // One that was merged answers with the number of the other, and the other has its further comments.
      const ids = [id, parseAs(there, Ticket).id]
      const said = async () => {
        const tickets = ids.map((one) => `ObjectId = ${one}`).join(' OR ')
        const query = `ObjectType = 'RT::Ticket' AND (${tickets}) AND Type = 'Comment' AND Subject = ${quoted(ref)}`
        const answer = await ask({
          method: 'GET',
          path: '/REST/2.0/transactions',
          query: { query },
          expect: [200],
          signal,
        })
        return parseAs(answer, Said).items.length > 0
      }
      if (await said()) return
      const body = JSON.stringify({ Subject: ref, Content: text, ContentType: 'text/plain' })
      await ask({ method: 'POST', path: `${path}/comment`, body, expect: [201], signal })
      // Without the right to see comments each try would add another.
      if (!(await said())) throw new Trouble({ say: 'credentials' }, { hopeless: true })
    },
  }
}

/** A text within TicketSQL. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
