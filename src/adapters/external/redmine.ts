import { Type } from '#contract/type.ts'
import type { ExternalSystem, RemoteTicket } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpClientOptions, httpClient } from '../http-client.ts'
import { isRemoteId, misconfigured, parseAs, RemoteId } from '../json-shape.ts'
import { escapeMarkup } from './redmine-text.ts'

export interface RedmineOptions extends HttpClientOptions {
  /** The API key of the user who speaks for us there. */
  readonly token: string
  /** The project, by identifier or number. */
  readonly project: string
  /** The name of the custom field that holds our reference. */
  readonly field: string
  /** The name of the tracker; the project's first if there is none. */
  readonly tracker: string | undefined
}

/** Where in the project our tickets go. */
interface Place {
  readonly project: number
  readonly tracker: number
  readonly field: number
}

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
const Project = Type.Object({
  project: Type.Object({
    id: Type.Integer(),
    trackers: Type.Array(Named),
    issue_custom_fields: Type.Array(Named),
  }),
})
// A field with several values has a list.
const Field = Type.Object({ id: Type.Integer(), value: Type.Optional(Type.Unsafe<unknown>({})) })
const Issue = Type.Object({ id: RemoteId, custom_fields: Type.Optional(Type.Array(Field)) })
const Issues = Type.Object({ issues: Type.Array(Issue) })
const Journal = Type.Object({ notes: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
const Told = Type.Object({ issue: Type.Object({ journals: Type.Array(Journal) }) })

/** Redmine: our reference is in a custom field, that of a remark is the last line of a note. */
export function redmine({ token, project, field, tracker, ...where }: RedmineOptions): ExternalSystem {
  const ask = httpClient({ ...where, headers: { 'x-redmine-api-key': token } })
  type Signal = AbortSignal | undefined

  /** Whoever asks with a bad key is answered like anybody from the street: what is not seen then proves nothing. */
  async function introduce(signal: Signal): Promise<void> {
    await ask({ method: 'GET', path: '/users/current.json', expect: [200], signal })
  }

  async function place(signal: Signal): Promise<Place> {
    const path = `/projects/${encodeURIComponent(project)}.json`
    const query = { include: 'trackers,issue_custom_fields' }
    const answer = await ask({ method: 'GET', path, query, expect: [200, 403, 404], signal })
    if (answer.status !== 200) throw misconfigured('EXTERNAL_PROJECT')
    const { id, trackers, issue_custom_fields } = parseAs(answer, Project).project
    const wanted = trackers.find(({ name }) => tracker === undefined || name === tracker)
    if (!wanted) throw misconfigured('EXTERNAL_TRACKER')
    const holder = issue_custom_fields.find(({ name }) => name === field)
    if (!holder) throw misconfigured('EXTERNAL_FIELD')
    return { project: id, tracker: wanted.id, field: holder.id }
  }

  async function issues(query: Readonly<Record<string, string>>, signal: Signal) {
    const path = '/issues.json'
    return parseAs(
      await ask({ method: 'GET', path, query: { ...query, status_id: '*' }, expect: [200], signal }),
      Issues,
    ).issues
  }

  /** The issue with our reference; of several the first. */
  async function search({ field }: Place, ref: string, signal: Signal): Promise<RemoteTicket | undefined> {
    const all = await issues({ [`cf_${field}`]: `=${ref}`, sort: 'id' }, signal)
    const found = all.find(({ custom_fields = [] }) =>
      custom_fields.some(({ id, value }) => id === field && value === ref),
    )
    // By a field that is not "used as a filter" nothing is filtered: every issue there is comes back.
    if (!found && all.length > 0) throw misconfigured('EXTERNAL_FIELD')
    return found && { id: String(found.id), url: `${where.url}/issues/${found.id}` }
  }

  /** Redmine drops, without a word, a field that the project has but the tracker has not. The newest issue shows it. */
  async function ready({ project, tracker, field }: Place, signal: Signal): Promise<void> {
    const its = { project_id: String(project), subproject_id: '!*', tracker_id: String(tracker) }
    const [newest] = await issues({ ...its, sort: 'id:desc', limit: '1' }, signal)
    if (newest && !newest.custom_fields?.some(({ id }) => id === field)) throw misconfigured('EXTERNAL_FIELD')
  }

  async function find(ref: string, signal: Signal): Promise<RemoteTicket | undefined> {
    await introduce(signal)
    const here = await place(signal)
    const found = await search(here, ref, signal)
    if (!found) await ready(here, signal)
    return found
  }

  return {
    kind: 'redmine',
    async check(signal) {
      await find('fettle-check', signal)
    },
    find,
    async create({ ref, subject, text }, signal) {
      const here = await place(signal)
      const issue = {
        project_id: here.project,
        tracker_id: here.tracker,
        subject,
        description: escapeMarkup(text),
        custom_fields: [{ id: here.field, value: ref }],
      }
      await ask({ method: 'POST', path: '/issues.json', body: JSON.stringify({ issue }), expect: [201], signal })
      // What may not be seen, or came without its reference, is not found again, and each try would make another.
      const found = await search(here, ref, signal)
      if (!found) throw misconfigured('EXTERNAL_FIELD', true)
      return found
    },
    async comment({ id }, { ref, text }, signal) {
      const path = `/issues/${id}.json`
      const query = { include: 'journals' }
      const journals = async () => {
        const answer = isRemoteId(id) && (await ask({ method: 'GET', path, query, expect: [200, 404], signal }))
        if (!answer || answer.status === 404) throw new Trouble({ say: 'missing_there' }, { hopeless: true })
        return parseAs(answer, Told).issue.journals
      }
      const said = async () => (await journals()).some(({ notes }) => lastLine(notes ?? '') === ref)
      if (await said()) return
      const body = JSON.stringify({ issue: { notes: `${escapeMarkup(text)}\n\n${ref}` } })
      const { text: page } = await ask({ method: 'PUT', path, body, expect: [200, 204], signal })
      // Redmine says nothing here; something before it that says 200 to everything does.
      if (page.trim() !== '') throw new Trouble({ say: 'not_understood' })
      // A user who may edit issues but not comment on them gets a 204, too.
      if (!(await said())) throw new Trouble({ say: 'credentials' }, { hopeless: true })
    },
  }
}

const lastLine = (text: string) => text.trimEnd().split(/\r?\n/).at(-1)
