import { answering, type Call, jsonIn, type Reply, type TicketSystem } from './ticket-system.ts'

export type Permission = 'view_issues' | 'add_issues' | 'add_issue_notes' | 'edit_issues'

export interface RedminePeer extends TicketSystem {
  /** The permissions of Fettle's user; a test removes some. */
  readonly permissions: Set<Permission>
  /** How the custom field is set up. */
  readonly field: { inProject: boolean; onTracker: boolean; filter: boolean }
  /** Whether the REST service is on. */
  rest: boolean
}

interface Issue {
  readonly id: number
  readonly ref: string | undefined
  readonly subject: string
  readonly description: string
  readonly notes: string[]
  open: boolean
}

const key = '0c5dd3dd44e9e845d62697dfa6c0ce56dc61c4c3'
const fieldId = 7
const trackerId = 3
const nothing = (status: number): Reply => ({ status })

/** A small Redmine that answers as version 5.0.4 of Debian does; its project is public. */
export function redminePeer(): RedminePeer {
  const permissions = new Set<Permission>(['view_issues', 'add_issues', 'add_issue_notes'])
  const field = { inProject: true, onTracker: true, filter: true }
  const issues: Issue[] = []
  const applied = () => field.inProject && field.onTracker
  const shown = ({ id, ref, subject, description }: Issue) => ({
    id,
    subject,
    description,
    tracker: { id: trackerId, name: 'Support' },
    ...(applied() ? { custom_fields: [{ id: fieldId, name: 'ExternalID', value: ref ?? null }] } : {}),
  })

  function showProject({ id, query }: Call): Reply {
    if (id !== 'repairs') return nothing(404)
    const parts = {
      trackers: [{ id: trackerId, name: 'Support' }],
      issue_custom_fields: field.inProject ? [{ id: fieldId, name: 'ExternalID' }] : [],
    }
    return { status: 200, body: { project: { id: 1, identifier: id, ...included(query, parts) } } }
  }

  function listIssues({ query, headers }: Call): Reply {
    const wanted = query.get(`cf_${fieldId}`)?.replace(/^=/, '')
    // The project is public, so only its members need the permission to look.
    const seen = permissions.has('view_issues') || headers['x-redmine-api-key'] !== key ? issues : []
    const asked = wanted !== undefined && field.filter
    // By default only open issues are listed.
    const status = query.get('status_id') ?? 'open'
    const found = seen
      .filter(({ ref }) => !asked || (applied() && ref === wanted))
      .filter(({ open }) => status === '*' || open === (status === 'open'))
      .filter(() => [null, '1'].includes(query.get('project_id')))
      .filter(() => [null, String(trackerId)].includes(query.get('tracker_id')))
    if (query.get('sort') !== 'id') found.reverse()
    const limit = Math.min(Number(query.get('limit') ?? 25), 100)
    const list = found.slice(0, limit).map(shown)
    return { status: 200, body: { issues: list, total_count: found.length, offset: 0, limit } }
  }

  function create({ body }: Call): Reply {
    const wish = jsonIn(body)?.['issue'] as Record<string, unknown> | undefined // each field is looked at
    if (!wish) return { status: 400, body: '' }
    if (!permissions.has('add_issues') || wish['project_id'] !== 1)
      return refused('Project cannot be blank', 'Tracker cannot be blank', 'Status cannot be blank')
    const subject = String(wish['subject'] ?? '')
    if (subject === '') return refused('Subject cannot be blank')
    if (subject.length > 255) return refused('Subject is too long (maximum is 255 characters)')
    // A field that is not applied is dropped without an error.
    const given = (wish['custom_fields'] ?? []) as { id: number; value: string }[]
    const ref = applied() ? given.find(({ id }) => id === fieldId)?.value : undefined
    const description = String(wish['description'] ?? '').replaceAll('\n', '\r\n')
    const issue: Issue = { id: issues.length + 1, ref, subject, description, notes: [], open: true }
    issues.push(issue)
    return { status: 201, body: { issue: shown(issue) } }
  }

  function showIssue({ id, query }: Call): Reply {
    const issue = issues.find((one) => String(one.id) === id)
    if (!issue) return nothing(404)
    if (!permissions.has('view_issues')) return nothing(403)
    const journals = issue.notes.map((notes, index) => ({ id: index + 1, notes, private_notes: false, details: [] }))
    return { status: 200, body: { issue: { ...shown(issue), ...included(query, { journals }) } } }
  }

  function update({ id, body }: Call): Reply {
    const issue = issues.find((one) => String(one.id) === id)
    if (!issue) return nothing(404)
    if (!permissions.has('add_issue_notes') && !permissions.has('edit_issues')) return nothing(403)
    const { notes } = (jsonIn(body)?.['issue'] ?? {}) as { notes?: string }
    // A user who may edit but not comment gets no error when the note is dropped.
    if (notes && permissions.has('add_issue_notes')) issue.notes.push(notes)
    return nothing(204)
  }

  const routes: Readonly<Record<string, (call: Call) => Reply>> = {
    'GET /users/current.json': ({ headers }) =>
      headers['x-redmine-api-key'] === key ? { status: 200, body: { user: { id: 5, login: 'fettle' } } } : nothing(401),
    'GET /projects/:id.json': showProject,
    'GET /issues.json': listIssues,
    'POST /issues.json': create,
    'GET /issues/:id.json': showIssue,
    'PUT /issues/:id.json': update,
  }

  const peer: RedminePeer = {
    permissions,
    field,
    rest: true,
    settings: { EXTERNAL: 'redmine', EXTERNAL_TOKEN: key, EXTERNAL_PROJECT: 'repairs' },
    listener: answering(/^(\/(?:projects|issues)\/)([^/]+)(\.json)$/, (call) => {
      if (!peer.rest) return nothing(403)
      if (!call.route.startsWith('GET') && call.headers['x-redmine-api-key'] !== key) return nothing(401)
      return routes[call.route]?.(call) ?? { status: 404, body: '<!DOCTYPE html><title>404</title>' }
    }),
    close(id) {
      for (const issue of issues) if (issue.id === id) issue.open = false
    },
    tickets: () =>
      issues.map(({ id, ref = '', subject, description, notes }) => ({
        id,
        ref,
        subject,
        text: description,
        comments: notes,
      })),
  }
  return peer
}

/** Answers these parts only if the request includes them. */
function included(query: URLSearchParams, parts: Readonly<Record<string, unknown>>): object {
  const asked = query.get('include')?.split(',') ?? []
  return Object.fromEntries(Object.entries(parts).filter(([name]) => asked.includes(name)))
}

const refused = (...errors: string[]): Reply => ({ status: 422, body: { errors } })
