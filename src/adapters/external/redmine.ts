import { Type } from '#contract/type.ts'
import type { ExternalSystem, RemoteTicket } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpClient, type HttpClientOptions, httpClient } from '../http-client.ts'
import { isRemoteId, misconfigured, parseAs, RemoteId } from '../json-shape.ts'

export interface RedmineOptions extends HttpClientOptions {
  readonly token: string
  readonly project: string
  readonly field: string
  /** The name of the tracker. Without one, the project's first. */
  readonly tracker: string | undefined
}

interface Place {
  readonly project: number
  readonly tracker: number
  readonly field: number
}

const NamedEntry = Type.Object({ id: Type.Integer(), name: Type.String() })
const Project = Type.Object({
  project: Type.Object({
    id: Type.Integer(),
    trackers: Type.Array(NamedEntry),
    issue_custom_fields: Type.Array(NamedEntry),
  }),
})
// The value of a field with several values is a list.
const Field = Type.Object({ id: Type.Integer(), value: Type.Optional(Type.Unsafe<unknown>({})) })
const Issue = Type.Object({ id: RemoteId, custom_fields: Type.Optional(Type.Array(Field)) })
const Issues = Type.Object({ issues: Type.Array(Issue) })
const Journal = Type.Object({ notes: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
const IssueWithNotes = Type.Object({ issue: Type.Object({ journals: Type.Array(Journal) }) })

type Signal = AbortSignal | undefined

interface Remote {
  readonly call: HttpClient
  readonly options: RedmineOptions
}

/** Redmine: our reference is in a custom field, that of a remark is the last line of a note. */
export function redmine(options: RedmineOptions): ExternalSystem {
  const call = httpClient({ ...options, headers: { 'x-redmine-api-key': options.token } })
  const remote = { call, options }
  const find = (ref: string, signal: Signal) => findOrCheck(remote, ref, signal)
  return {
    kind: 'redmine',
    async check(signal) {
      await find('fettle-check', signal)
    },
    find,
    async create({ ref, subject, text }, signal) {
      const place = await findPlace(remote, signal)
      const issue = {
        project_id: place.project,
        tracker_id: place.tracker,
        subject,
        description: escapeMarkup(text),
        custom_fields: [{ id: place.field, value: ref }],
      }
      await call({ method: 'POST', path: '/issues.json', body: JSON.stringify({ issue }), expect: [201], signal })
      // An issue that we may not see, or that lost its reference, is never found again. Each try would create another.
      const found = await search(remote, place, ref, signal)
      if (!found) throw misconfigured('EXTERNAL_FIELD', true)
      return found
    },
    async comment({ id }, { ref, text }, signal) {
      if (await hasNote(remote, id, ref, signal)) return
      const body = JSON.stringify({ issue: { notes: `${escapeMarkup(text)}\n\n${ref}` } })
      const { text: page } = await call({ method: 'PUT', path: `/issues/${id}.json`, body, expect: [200, 204], signal })
      // Redmine answers nothing here. A proxy that answers 200 to everything sends a page.
      if (page.trim() !== '') throw new Trouble({ say: 'not_understood' })
      // Redmine answers 204 even to a user who may edit issues but not comment on them.
      if (!(await hasNote(remote, id, ref, signal))) throw new Trouble({ say: 'credentials' }, { hopeless: true })
    },
  }
}

/** The ticket with our reference. If there is none, it checks that a new one could be found later. */
async function findOrCheck(remote: Remote, ref: string, signal: Signal): Promise<RemoteTicket | undefined> {
  // Redmine treats a wrong key like no key. Without this call, a ticket that is not found would prove nothing.
  await remote.call({ method: 'GET', path: '/users/current.json', expect: [200], signal })
  const place = await findPlace(remote, signal)
  const found = await search(remote, place, ref, signal)
  if (!found) await assertTrackerHasField(remote, place, signal)
  return found
}

async function findPlace({ call, options: { project, field, tracker } }: Remote, signal: Signal): Promise<Place> {
  const path = `/projects/${encodeURIComponent(project)}.json`
  const query = { include: 'trackers,issue_custom_fields' }
  const answer = await call({ method: 'GET', path, query, expect: [200, 403, 404], signal })
  if (answer.status !== 200) throw misconfigured('EXTERNAL_PROJECT')
  const { id, trackers, issue_custom_fields } = parseAs(answer, Project).project
  const chosen = trackers.find(({ name }) => tracker === undefined || name === tracker)
  if (!chosen) throw misconfigured('EXTERNAL_TRACKER')
  const reference = issue_custom_fields.find(({ name }) => name === field)
  if (!reference) throw misconfigured('EXTERNAL_FIELD')
  return { project: id, tracker: chosen.id, field: reference.id }
}

async function listIssues({ call }: Remote, query: Readonly<Record<string, string>>, signal: Signal) {
  const path = '/issues.json'
  const answer = await call({ method: 'GET', path, query: { ...query, status_id: '*' }, expect: [200], signal })
  return parseAs(answer, Issues).issues
}

async function search(remote: Remote, { field }: Place, ref: string, signal: Signal) {
  const all = await listIssues(remote, { [`cf_${field}`]: `=${ref}`, sort: 'id' }, signal)
  const found = all.find(({ custom_fields = [] }) =>
    custom_fields.some(({ id, value }) => id === field && value === ref),
  )
  // Redmine ignores a filter by a field that is not "used as a filter" and returns every issue.
  if (!found && all.length > 0) throw misconfigured('EXTERNAL_FIELD')
  return found && { id: String(found.id), url: `${remote.options.url}/issues/${found.id}` }
}

/** Redmine silently drops a field that the project has but the tracker has not. The newest issue shows it. */
async function assertTrackerHasField(remote: Remote, { project, tracker, field }: Place, signal: Signal) {
  const filter = { project_id: String(project), subproject_id: '!*', tracker_id: String(tracker) }
  const [newest] = await listIssues(remote, { ...filter, sort: 'id:desc', limit: '1' }, signal)
  if (newest && !newest.custom_fields?.some(({ id }) => id === field)) throw misconfigured('EXTERNAL_FIELD')
}

/** True if the issue has a note whose last line is this reference. */
async function hasNote({ call }: Remote, id: string, ref: string, signal: Signal): Promise<boolean> {
  const path = `/issues/${id}.json`
  const query = { include: 'journals' }
  const answer = isRemoteId(id) && (await call({ method: 'GET', path, query, expect: [200, 404], signal }))
  if (!answer || answer.status === 404) throw new Trouble({ say: 'missing_there' }, { hopeless: true })
  const { journals } = parseAs(answer, IssueWithNotes).issue
  return journals.some(({ notes }) => (notes ?? '').trimEnd().split(/\r?\n/).at(-1) === ref)
}

// The first group starts markup anywhere. The second does so only after a character that is not a letter or digit, so "Wi-Fi" stays as
// it is. A heading or a list starts with a short word, a dot and a blank.
const markup = /[\\`*[\]{}|<>&]|(?<![\p{L}\p{N}])[-_+^~@!"#%=?]|(?<=^\s*\w{1,9})(?:[.)](?=[ \t])|\()/gmu

/** Redmine uses Textile or one of two Markdowns and does not say which. All of them show these references as plain text. */
const escapeMarkup = (text: string) => text.replace(markup, (sign) => `&#${sign.codePointAt(0)};`)
