import { queryOptions } from '@tanstack/react-query'
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

/** Every query of the pages, by subject: `useQuery(queries.tickets.info(7))`. */
export const queries = {
  team: {
    info: () => queryOptions({ queryKey: ['team'], queryFn: () => api.team.info(), staleTime: 60_000 }),
  },
  me: {
    /** The user of a token, or `null`. Without a token it first asks whether the browser's cookie holds a session. */
    info: (token: string | undefined) =>
      queryOptions({
        queryKey: ['me', token],
        queryFn: async () => {
          if (token === undefined) await resumeSession()
          if (!token) return null
          const { user } = await api.users.me()
          if (!user) sessionEnded(token)
          else onPersonKnown(user, token)
          return user
        },
        staleTime: 30_000,
      }),
    /** Reloaded with the user. It is not cached, because each number of unseen notices is another list. */
    notices: (token: string | undefined, unseen: number) =>
      queryOptions({ queryKey: ['me', token, 'notices', unseen], queryFn: () => api.users.notices(), gcTime: 0 }),
    ways: () => queryOptions({ queryKey: ['me', 'ways'], queryFn: () => api.proof.ways() }),
  },
  notify: {
    choices: () => queryOptions({ queryKey: ['notify'], queryFn: () => api.messages.choices() }),
  },
  sessions: {
    list: () => queryOptions({ queryKey: ['sessions'], queryFn: () => api.sessions.list() }),
  },
  pairing: {
    code: () =>
      queryOptions({ queryKey: ['pairing'], queryFn: () => api.session.pair(), staleTime: forever, gcTime: 0 }),
    approved: (secret: string | undefined) =>
      queryOptions({
        queryKey: ['pairing', 'approved', secret],
        queryFn: () => api.session.paired({ secret: secret ?? '' }),
        gcTime: 0,
      }),
  },
  codes: {
    all: () => queryOptions({ queryKey: ['codes'], queryFn: () => api.machines.codes(), staleTime: forever }),
  },
  tickets: {
    info: (id: number) =>
      queryOptions({
        queryKey: ['tickets', 'info', id],
        queryFn: ({ signal }) => api.tickets.info({ id }, { signal }),
      }),
    /** Similar repairs and possible duplicates. */
    similar: (id: number) =>
      queryOptions({
        queryKey: ['tickets', 'similar', id],
        queryFn: ({ signal }) => api.tickets.similar({ id }, { signal }),
      }),
    mine: (page: PageQuery) =>
      queryOptions({ queryKey: ['tickets', 'mine', page], queryFn: () => api.tickets.mine(page) }),
    counts: () => queryOptions({ queryKey: ['tickets', 'counts'], queryFn: () => api.tickets.counts() }),
    search: (wish: Parameters<typeof api.tickets.search>[0], page: PageQuery) =>
      queryOptions({
        queryKey: ['tickets', 'search', wish, page],
        queryFn: ({ signal }) => api.tickets.search({ ...wish, ...page }, { signal }),
      }),
  },
  visits: {
    today: () => queryOptions({ queryKey: ['visits'], queryFn: () => api.counter.queue() }),
  },
  kiosk: {
    info: (kiosk: string) =>
      queryOptions({
        queryKey: ['kiosk', kiosk],
        queryFn: () => api.counter.kioskInfo({ kiosk }),
        refetchInterval: 30_000,
      }),
  },
  receipts: {
    /** Live news does not cover a receipt's ticket, so it is polled. */
    info: (receipt: string) =>
      queryOptions({
        queryKey: ['receipts', receipt],
        queryFn: ({ signal }) => api.receipts.info({ receipt }, { signal }),
        refetchInterval: ({ state }) => {
          const visit = state.data?.visit?.state
          return visit === 'waiting' || visit === 'called' ? 4_000 : 15_000
        },
      }),
  },
  custody: {
    list: (shelf: string, page: PageQuery) =>
      queryOptions({
        queryKey: ['custody', 'list', shelf, page],
        queryFn: () => api.custody.list({ ...page, ...(shelf && { shelf }) }),
      }),
    tag: (tag: number) => queryOptions({ queryKey: ['custody', 'tag', tag], queryFn: () => api.counter.tag({ tag }) }),
    stocktakes: (page: PageQuery) =>
      queryOptions({ queryKey: ['custody', 'stocktakes', page], queryFn: () => api.custody.stocktakes(page) }),
  },
  duty: {
    info: () => queryOptions({ queryKey: ['duty', 'info'], queryFn: () => api.duty.info(), ...withTheClock }),
    week: () => queryOptions({ queryKey: ['duty', 'week'], queryFn: () => api.duty.week(), ...withTheClock }),
    mine: () => queryOptions({ queryKey: ['duty', 'mine'], queryFn: () => api.duty.mine() }),
    offers: () => queryOptions({ queryKey: ['duty', 'offers'], queryFn: () => api.leaves.open() }),
    /** The week of a date with leaves and substitutes; empty is this week. */
    roster: (date: string) =>
      queryOptions({
        queryKey: ['duty', 'roster', date],
        queryFn: ({ signal }) => api.rosters.week(date ? { date } : {}, { signal }),
      }),
    planned: () => queryOptions({ queryKey: ['duty', 'planned'], queryFn: () => api.duty.planned() }),
    /** What the public sees and why; with an input, what it would see. */
    preview: (wish: Parameters<typeof api.duty.preview>[0] = {}) =>
      queryOptions({ queryKey: ['duty', 'preview', wish], queryFn: () => api.duty.preview(wish) }),
  },
  board: {
    info: () =>
      queryOptions({
        queryKey: ['board'],
        queryFn: async () => ({ ...(await api.team.board()), at: performance.now() }),
        // Live news does not cover changes by the clock.
        refetchInterval: 30_000,
      }),
  },
  boardCode: {
    now: (token: string) =>
      queryOptions({
        queryKey: ['boardCode', token],
        queryFn: async () => ({ ...(await boardClient(token).hours.boardCode()), at: performance.now() }),
        refetchInterval: ({ state }) => (state.data?.seconds || 30) * 1000,
      }),
  },
  hours: {
    mine: (range: Parameters<typeof api.hours.mine>[0] = {}) =>
      queryOptions({ queryKey: ['hours', 'mine', range], queryFn: () => api.hours.mine(range) }),
    list: (wish: Parameters<typeof api.hours.list>[0], page: PageQuery) =>
      queryOptions({
        queryKey: ['hours', 'list', wish, page],
        queryFn: ({ signal }) => api.hours.list({ ...wish, ...page }, { signal }),
      }),
    periods: () => queryOptions({ queryKey: ['hours', 'periods'], queryFn: () => api.hours.periods() }),
    preview: (rule: Settings['hourRule']) =>
      queryOptions({ queryKey: ['hours', 'preview', rule], queryFn: () => api.hours.preview({ rule }) }),
    certificate: (number: string) =>
      queryOptions({ queryKey: ['hours', 'certificate', number], queryFn: () => api.hours.check({ number }) }),
    board: () => queryOptions({ queryKey: ['hours', 'board'], queryFn: () => api.hours.board() }),
  },
  here: {
    now: () => queryOptions({ queryKey: ['here'], queryFn: () => api.hours.here(), ...withTheClock }),
  },
  conclusions: {
    list: (page: PageQuery) =>
      queryOptions({ queryKey: ['conclusions', page], queryFn: () => api.conclusions.list(page) }),
    latest: () =>
      queryOptions({ queryKey: ['conclusions', 'latest'], queryFn: () => api.conclusions.latest(), ...withTheClock }),
    /** The service's draft for a shift (its date and number), or for the latest. */
    draft: (shift: string, lang: Lang) =>
      queryOptions({
        queryKey: ['conclusions', 'draft', shift, lang],
        queryFn: () => {
          const [week = '', number = ''] = shift.split(' ')
          return api.conclusions.draft(shift ? { week, shift: number } : {})
        },
      }),
  },
  rosters: {
    list: () => queryOptions({ queryKey: ['rosters'], queryFn: () => api.rosters.list() }),
    weeks: (...dates: readonly string[]) =>
      queryOptions({
        queryKey: ['rosters', 'weeks', dates],
        queryFn: () => Promise.all(dates.map((date) => api.rosters.week({ date }))),
      }),
  },
  leaves: {
    list: (page: PageQuery) => queryOptions({ queryKey: ['leaves', page], queryFn: () => api.leaves.list(page) }),
    unbound: () =>
      queryOptions({
        queryKey: ['leaves', 'unbound'],
        queryFn: () => api.leaves.list({ only: 'unbound', count: 100 }),
      }),
  },
  members: {
    list: (page: PageQuery) => queryOptions({ queryKey: ['members', page], queryFn: () => api.admin.members(page) }),
    found: (wish: { id?: number; search?: string }, page: PageQuery) =>
      queryOptions({
        queryKey: ['members', 'found', wish, page],
        queryFn: () => api.admin.members({ ...page, ...wish }),
      }),
  },
  colleagues: {
    list: () => queryOptions({ queryKey: ['colleagues'], queryFn: () => api.members.list(), staleTime: 60_000 }),
  },
  settings: {
    all: () => queryOptions({ queryKey: ['settings'], queryFn: () => api.admin.settings() }),
  },
  statistics: {
    /** Of a period; by default of a year and of recent days. */
    detail: (period: Parameters<typeof api.admin.statsDetail>[0] = {}) =>
      queryOptions({ queryKey: ['statistics', period], queryFn: () => api.admin.statsDetail(period) }),
  },
  impact: {
    figures: () => queryOptions({ queryKey: ['impact'], queryFn: () => api.impact.figures(), staleTime: 60_000 }),
  },
  external: {
    /** Deliveries by state, and what the other system is. */
    counts: () => queryOptions({ queryKey: ['external', 'counts'], queryFn: () => api.external.list({ count: 1 }) }),
    /** The counts are part of the key: a change of them reloads the list. */
    list: (state: Delivery['state'] | undefined, counts: object, page: PageQuery) =>
      queryOptions({
        queryKey: ['external', 'list', state, counts, page],
        queryFn: () => api.external.list({ ...page, ...(state && { state }) }),
      }),
  },
  messages: {
    health: () => queryOptions({ queryKey: ['messages'], queryFn: () => api.messages.sent(), ...withTheClock }),
  },
  imports: {
    past: () => queryOptions({ queryKey: ['imports'], queryFn: () => api.imports.list() }),
  },
  import: {
    /** A dry run of importing a file. `onSent` is told the sent part of it. */
    check: (
      file: { id: number; bytes: Blob },
      form: Readonly<Record<string, string>>,
      lang: Lang,
      onSent: (part: number) => void,
    ) =>
      queryOptions({
        queryKey: ['import', file.id, form, lang],
        queryFn: ({ signal }) =>
          retryAfterLogin(() =>
            sendForm<ImportView>('/admin/import/check', { ...form, file: file.bytes }, onSent, signal),
          ),
        staleTime: forever,
        gcTime: 0,
      }),
  },
  feedback: {
    list: (page: PageQuery) => queryOptions({ queryKey: ['feedback', page], queryFn: () => api.admin.feedback(page) }),
  },
  content: {
    list: (page: PageQuery) => queryOptions({ queryKey: ['content', page], queryFn: () => api.content.list(page) }),
  },
  log: {
    list: (wish: Parameters<typeof api.admin.log>[0], page: PageQuery) =>
      queryOptions({ queryKey: ['log', wish, page], queryFn: () => api.admin.log({ ...page, ...wish }) }),
  },
} satisfies {
  // Types check that a key begins with its subject and that each subject has a query.
  [S in Subject]: Readonly<Record<string, (...args: never[]) => { queryKey: readonly [S, ...unknown[]] }>>
}
