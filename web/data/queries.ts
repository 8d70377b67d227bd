import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { TicketInfo } from '#client/ticket.ts'
import type { Lang } from '#contract/languages.ts'
import type { Settings } from '#contract/team/settings.ts'
import { api, boardClient, onPersonKnown, resumeSession, retryAfterLogin, sessionEnded } from './api.ts'
import type { Subject } from './subjects.ts'
import { sendForm } from './upload.ts'

export interface PageQuery {
  readonly pageId?: number
  readonly count: number
}

export type { TicketInfo }
export type OnReceipt = Awaited<ReturnType<typeof api.receipts.info>>
export type OwnersTicket = OnReceipt['ticket']
export type TicketFound = Awaited<ReturnType<typeof api.tickets.search>>['list'][number]
export type TicketSummary = Awaited<ReturnType<typeof api.tickets.mine>>['list'][number]
export type Visit = Awaited<ReturnType<typeof api.counter.queue>>['list'][number]
export type DeviceInCustody = Awaited<ReturnType<typeof api.custody.list>>['list'][number]
export type Stocktake = Awaited<ReturnType<typeof api.custody.stocktakes>>['list'][number]
export type Roster = Awaited<ReturnType<typeof api.rosters.list>>['list'][number]
export type Member = Awaited<ReturnType<typeof api.admin.members>>['list'][number]
export type SimilarTickets = Awaited<ReturnType<typeof api.tickets.similar>>
export type ImportView = Awaited<ReturnType<typeof api.imports.check>>
export type PastImport = Awaited<ReturnType<typeof api.imports.list>>['list'][number]
export type HourLine = Awaited<ReturnType<typeof api.hours.mine>>['list'][number]
export type HourPeriod = Awaited<ReturnType<typeof api.hours.periods>>['list'][number]
export type Delivery = Awaited<ReturnType<typeof api.external.list>>['list'][number]
export type StatisticsDetail = Awaited<ReturnType<typeof api.admin.statsDetail>>
export type ContentLook = Awaited<ReturnType<typeof api.content.list>>['list'][number]
type Health = Awaited<ReturnType<typeof api.messages.sent>>
export type ChannelHealth = Health['channels'][number]
export type MessageDay = Health['list'][number]
export type ReauthWays = Awaited<ReturnType<typeof api.proof.ways>>

// Live news covers changes by people, not by the clock.
const withTheClock = { refetchInterval: 60_000 } as const
const forever = Number.POSITIVE_INFINITY

const query = <const Key extends readonly unknown[], D>(
  queryKey: Key,
  queryFn: (how: { readonly signal: AbortSignal }) => Promise<D>,
  more: Pick<UseQueryOptions<D, Error, D, Key>, 'staleTime' | 'gcTime' | 'refetchInterval'> = {},
) => queryOptions({ queryKey, queryFn, ...more })

/** Every query of the pages, by subject: `useQuery(queries.tickets.info(7))`. */
export const queries = {
  team: { info: () => query(['team'], () => api.team.info(), { staleTime: 60_000 }) },
  me: {
    /** The user of a token, or `null`. Without a token it first asks whether the browser's cookie holds a session. */
    info: (token: string | undefined) =>
      query(
        ['me', token],
        async () => {
          if (token === undefined) await resumeSession()
          if (!token) return null
          const { user } = await api.users.me()
          if (!user) sessionEnded(token)
          else onPersonKnown(user, token)
          return user
        },
        { staleTime: 30_000 },
      ),
    /** Reloaded with the user. It is not cached, because each number of unseen notices is another list. */
    notices: (token: string | undefined, unseen: number) =>
      query(['me', token, 'notices', unseen], () => api.users.notices(), { gcTime: 0 }),
    ways: () => query(['me', 'ways'], () => api.proof.ways()),
  },
  notify: { choices: () => query(['notify'], () => api.messages.choices()) },
  sessions: { list: () => query(['sessions'], () => api.sessions.list()) },
  pairing: {
    code: () => query(['pairing'], () => api.session.pair(), { staleTime: forever, gcTime: 0 }),
    approved: (secret: string | undefined) =>
      query(['pairing', 'approved', secret], () => api.session.paired({ secret: secret ?? '' }), { gcTime: 0 }),
  },
  codes: { all: () => query(['codes'], () => api.machines.codes(), { staleTime: forever }) },
  tickets: {
    info: (id: number) => query(['tickets', 'info', id], ({ signal }) => api.tickets.info({ id }, { signal })),
    /** Similar repairs and possible duplicates. */
    similar: (id: number) => query(['tickets', 'similar', id], ({ signal }) => api.tickets.similar({ id }, { signal })),
    mine: (page: PageQuery) => query(['tickets', 'mine', page], () => api.tickets.mine(page)),
    counts: () => query(['tickets', 'counts'], () => api.tickets.counts()),
    search: (input: Parameters<typeof api.tickets.search>[0], page: PageQuery) =>
      query(['tickets', 'search', input, page], ({ signal }) => api.tickets.search({ ...input, ...page }, { signal })),
  },
  visits: { today: () => query(['visits'], () => api.counter.queue()) },
  kiosk: {
    info: (kiosk: string) =>
      query(['kiosk', kiosk], () => api.counter.kioskInfo({ kiosk }), { refetchInterval: 30_000 }),
  },
  receipts: {
    /** Live news does not cover a receipt's ticket, so it is polled. */
    info: (receipt: string) =>
      query(['receipts', receipt], ({ signal }) => api.receipts.info({ receipt }, { signal }), {
        refetchInterval: ({ state }) => {
          const visit = state.data?.visit?.state
          return visit === 'waiting' || visit === 'called' ? 4_000 : 15_000
        },
      }),
  },
  custody: {
    list: (shelf: string, page: PageQuery) =>
      query(['custody', 'list', shelf, page], () => api.custody.list({ ...page, ...(shelf && { shelf }) })),
    tag: (tag: number) => query(['custody', 'tag', tag], () => api.counter.tag({ tag })),
    stocktakes: (page: PageQuery) => query(['custody', 'stocktakes', page], () => api.custody.stocktakes(page)),
  },
  duty: {
    info: () => query(['duty', 'info'], () => api.duty.info(), withTheClock),
    week: () => query(['duty', 'week'], () => api.duty.week(), withTheClock),
    mine: () => query(['duty', 'mine'], () => api.duty.mine()),
    offers: () => query(['duty', 'offers'], () => api.leaves.open()),
    /** The week of a date with leaves and substitutes; empty is this week. */
    roster: (date: string) =>
      query(['duty', 'roster', date], ({ signal }) => api.rosters.week(date ? { date } : {}, { signal })),
    planned: () => query(['duty', 'planned'], () => api.duty.planned()),
    /** The public duty information with its reason; with an input, as it would be. */
    preview: (input: Parameters<typeof api.duty.preview>[0] = {}) =>
      query(['duty', 'preview', input], () => api.duty.preview(input)),
  },
  board: {
    info: () =>
      query(['board'], async () => ({ ...(await api.team.board()), at: performance.now() }), {
        // Live news does not cover changes by the clock.
        refetchInterval: 30_000,
      }),
  },
  boardCode: {
    now: (token: string) =>
      query(
        ['boardCode', token],
        async () => ({ ...(await boardClient(token).hours.boardCode()), at: performance.now() }),
        { refetchInterval: ({ state }) => (state.data?.seconds || 30) * 1000 },
      ),
  },
  hours: {
    mine: (range: Parameters<typeof api.hours.mine>[0] = {}) =>
      query(['hours', 'mine', range], () => api.hours.mine(range)),
    list: (input: Parameters<typeof api.hours.list>[0], page: PageQuery) =>
      query(['hours', 'list', input, page], ({ signal }) => api.hours.list({ ...input, ...page }, { signal })),
    periods: () => query(['hours', 'periods'], () => api.hours.periods()),
    preview: (rule: Settings['hourRule']) => query(['hours', 'preview', rule], () => api.hours.preview({ rule })),
    certificate: (number: string) => query(['hours', 'certificate', number], () => api.hours.check({ number })),
    board: () => query(['hours', 'board'], () => api.hours.board()),
  },
  here: { now: () => query(['here'], () => api.hours.here(), withTheClock) },
  conclusions: {
    list: (page: PageQuery) => query(['conclusions', page], () => api.conclusions.list(page)),
    latest: () => query(['conclusions', 'latest'], () => api.conclusions.latest(), withTheClock),
    /** The service's draft for a shift (its date and number), or for the latest. */
    draft: (shift: string, lang: Lang) =>
      query(['conclusions', 'draft', shift, lang], () => {
        const [week = '', number = ''] = shift.split(' ')
        return api.conclusions.draft(shift ? { week, shift: number } : {})
      }),
  },
  rosters: {
    list: () => query(['rosters'], () => api.rosters.list()),
    weeks: (...dates: readonly string[]) =>
      query(['rosters', 'weeks', dates], () => Promise.all(dates.map((date) => api.rosters.week({ date })))),
  },
  repairDays: {
    list: () => query(['repairDays', 'list'], () => api.repairDays.list()),
    info: (id: number) => query(['repairDays', 'info', id], () => api.repairDays.info({ id })),
    mine: () => query(['repairDays', 'mine'], () => api.repairDays.mine()),
    bookings: (id: number) => query(['repairDays', 'bookings', id], () => api.repairDays.bookings({ id })),
    planned: () => query(['repairDays', 'planned'], () => api.planner.list()),
    helping: () => query(['repairDays', 'helping'], () => api.helpers.list()),
    helpers: (id: number) => query(['repairDays', 'helpers', id], () => api.helpers.info({ id })),
    /** Of one day; without `id` the open tasks of all coming days. */
    tasks: (id?: number) => query(['repairDays', 'tasks', id], () => api.dayTasks.list(id === undefined ? {} : { id })),
    report: (id: number) => query(['repairDays', 'report', id], () => api.dayReports.info({ id })),
    wholeReport: (id: number) => query(['repairDays', 'wholeReport', id], () => api.dayReports.whole({ id })),
    plan: (id: number) => query(['repairDays', 'plan', id], () => api.planner.info({ id })),
  },
  leaves: {
    list: (page: PageQuery) => query(['leaves', page], () => api.leaves.list(page)),
    unbound: () => query(['leaves', 'unbound'], () => api.leaves.list({ only: 'unbound', count: 100 })),
  },
  members: {
    list: (page: PageQuery) => query(['members', page], () => api.admin.members(page)),
    found: (input: { id?: number; search?: string }, page: PageQuery) =>
      query(['members', 'found', input, page], () => api.admin.members({ ...page, ...input })),
  },
  colleagues: { list: () => query(['colleagues'], () => api.members.list(), { staleTime: 60_000 }) },
  settings: { all: () => query(['settings'], () => api.admin.settings()) },
  statistics: {
    /** Of a period; by default of a year and of recent days. */
    detail: (period: Parameters<typeof api.admin.statsDetail>[0] = {}) =>
      query(['statistics', period], () => api.admin.statsDetail(period)),
  },
  impact: { figures: () => query(['impact'], () => api.impact.figures(), { staleTime: 60_000 }) },
  external: {
    counts: () => query(['external', 'counts'], () => api.external.list({ count: 1 })),
    /** The counts are part of the key: a change of them reloads the list. */
    list: (state: Delivery['state'] | undefined, counts: object, page: PageQuery) =>
      query(['external', 'list', state, counts, page], () => api.external.list({ ...page, ...(state && { state }) })),
  },
  messages: { health: () => query(['messages'], () => api.messages.sent(), withTheClock) },
  imports: { past: () => query(['imports'], () => api.imports.list()) },
  import: {
    /** A dry run of importing a file. `onSent` is told the sent part of it. */
    check: (
      file: { id: number; bytes: Blob },
      form: Readonly<Record<string, string>>,
      lang: Lang,
      onSent: (part: number) => void,
    ) =>
      query(
        ['import', file.id, form, lang],
        ({ signal }) =>
          retryAfterLogin(() =>
            sendForm<ImportView>('/admin/import/check', { ...form, file: file.bytes }, onSent, signal),
          ),
        { staleTime: forever, gcTime: 0 },
      ),
  },
  feedback: { list: (page: PageQuery) => query(['feedback', page], () => api.admin.feedback(page)) },
  content: { list: (page: PageQuery) => query(['content', page], () => api.content.list(page)) },
  log: {
    list: (input: Parameters<typeof api.admin.log>[0], page: PageQuery) =>
      query(['log', input, page], () => api.admin.log({ ...page, ...input })),
  },
} satisfies {
  // Types check that a key begins with its subject and that each subject has a query.
  [S in Subject]: Readonly<Record<string, (...args: never[]) => { queryKey: readonly [S, ...unknown[]] }>>
}

/** The person's tickets on the home page. */
export const newestTickets = () => queries.tickets.mine({ pageId: 1, count: 20 })
