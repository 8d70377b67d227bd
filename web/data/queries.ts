import { queryOptions } from '@tanstack/react-query'
import type { TicketInfo } from '#client/ticket.ts'
import type { Lang } from '#contract/languages.ts'
import type { Settings } from '#contract/team/settings.ts'
import { api, boardClient, onPersonKnown, resumeSession, retryAfterLogin, sessionEnded } from './api.ts'
import type { Subject } from './subjects.ts'
import { sendForm } from './upload.ts'

/** A page of a list; the first one unless it is said otherwise. */
export interface PageQuery {
  readonly pageId?: number
  readonly count: number
}

export type { TicketInfo }
/** What stands behind a receipt. */
export type OnReceipt = Awaited<ReturnType<typeof api.receipts.info>>
/** A ticket as its owner sees it. */
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
/** How a member can prove who they are. */
export type ReauthWays = Awaited<ReturnType<typeof api.proof.ways>>

// What people change is told to the page; what the clock changes is not.
const withTheClock = { refetchInterval: 60_000 } as const
const forever = Number.POSITIVE_INFINITY

/** Every query of the pages, by subject: `useQuery(queries.tickets.info(7))`. */
export const queries = {
  team: {
    /** The team as anybody may know it. */
    info: () => queryOptions({ queryKey: ['team'], queryFn: () => api.team.info(), staleTime: 60_000 }),
  },
  me: {
    /** Who is logged in with a token; `null` if nobody is. Until it is known whether there is one, the browser's is asked for. */
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
    /** Asked again together with who I am. Nothing is kept: with as many unseen before, it was another list. */
    notices: (token: string | undefined, unseen: number) =>
      queryOptions({ queryKey: ['me', token, 'notices', unseen], queryFn: () => api.users.notices(), gcTime: 0 }),
    ways: () => queryOptions({ queryKey: ['me', 'ways'], queryFn: () => api.proof.ways() }),
  },
  notify: {
    /** What I am told of, and how. */
    choices: () => queryOptions({ queryKey: ['notify'], queryFn: () => api.messages.choices() }),
  },
  sessions: {
    list: () => queryOptions({ queryKey: ['sessions'], queryFn: () => api.sessions.list() }),
  },
  pairing: {
    code: () =>
      queryOptions({ queryKey: ['pairing'], queryFn: () => api.session.pair(), staleTime: forever, gcTime: 0 }),
    /** Whether another device has approved it. */
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
    /** Repairs like this one, and tickets that may be the same. */
    similar: (id: number) =>
      queryOptions({
        queryKey: ['tickets', 'similar', id],
        queryFn: ({ signal }) => api.tickets.similar({ id }, { signal }),
      }),
    mine: (page: PageQuery) =>
      queryOptions({ queryKey: ['tickets', 'mine', page], queryFn: () => api.tickets.mine(page) }),
    /** How many there are to work on. */
    counts: () => queryOptions({ queryKey: ['tickets', 'counts'], queryFn: () => api.tickets.counts() }),
    search: (wish: Parameters<typeof api.tickets.search>[0], page: PageQuery) =>
      queryOptions({
        queryKey: ['tickets', 'search', wish, page],
        queryFn: ({ signal }) => api.tickets.search({ ...wish, ...page }, { signal }),
      }),
  },
  visits: {
    /** The queue of the repair day. */
    today: () => queryOptions({ queryKey: ['visits'], queryFn: () => api.counter.queue() }),
  },
  kiosk: {
    /** Until when a kiosk is open; it is asked for as long as the page is. */
    info: (kiosk: string) =>
      queryOptions({
        queryKey: ['kiosk', kiosk],
        queryFn: () => api.counter.kioskInfo({ kiosk }),
        refetchInterval: 30_000,
      }),
  },
  receipts: {
    /** Who has a receipt alone hears of the queue, and not of their ticket: while they wait they ask. */
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
    /** The devices that are with the team. */
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
    /** Whether the team is there, and when it will be. */
    info: () => queryOptions({ queryKey: ['duty', 'info'], queryFn: () => api.duty.info(), ...withTheClock }),
    week: () => queryOptions({ queryKey: ['duty', 'week'], queryFn: () => api.duty.week(), ...withTheClock }),
    mine: () => queryOptions({ queryKey: ['duty', 'mine'], queryFn: () => api.duty.mine() }),
    /** Shifts that somebody else has left. */
    offers: () => queryOptions({ queryKey: ['duty', 'offers'], queryFn: () => api.leaves.open() }),
    /** A week of the roster as it really is: the one that a date is in, or this one. */
    roster: (date: string) =>
      queryOptions({
        queryKey: ['duty', 'roster', date],
        queryFn: ({ signal }) => api.rosters.week(date ? { date } : {}, { signal }),
      }),
    planned: () => queryOptions({ queryKey: ['duty', 'planned'], queryFn: () => api.duty.planned() }),
    /** What everybody is told, and why; with a wish, what would come of it. */
    preview: (wish: Parameters<typeof api.duty.preview>[0] = {}) =>
      queryOptions({ queryKey: ['duty', 'preview', wish], queryFn: () => api.duty.preview(wish) }),
  },
  board: {
    info: () =>
      queryOptions({
        queryKey: ['board'],
        queryFn: async () => ({ ...(await api.team.board()), at: performance.now() }),
        // What the clock changes is told by nobody.
        refetchInterval: 30_000,
      }),
  },
  boardCode: {
    /** The code to sign in with, for the display that has the board's own token. */
    now: (token: string) =>
      queryOptions({
        queryKey: ['boardCode', token],
        queryFn: async () => ({ ...(await boardClient(token).hours.boardCode()), at: performance.now() }),
        refetchInterval: ({ state }) => (state.data?.seconds || 30) * 1000,
      }),
  },
  hours: {
    /** My own, of a month or of other days. */
    mine: (range: Parameters<typeof api.hours.mine>[0] = {}) =>
      queryOptions({ queryKey: ['hours', 'mine', range], queryFn: () => api.hours.mine(range) }),
    list: (wish: Parameters<typeof api.hours.list>[0], page: PageQuery) =>
      queryOptions({
        queryKey: ['hours', 'list', wish, page],
        queryFn: ({ signal }) => api.hours.list({ ...wish, ...page }, { signal }),
      }),
    periods: () => queryOptions({ queryKey: ['hours', 'periods'], queryFn: () => api.hours.periods() }),
    /** What last month would count by another rule. */
    preview: (rule: Settings['hourRule']) =>
      queryOptions({ queryKey: ['hours', 'preview', rule], queryFn: () => api.hours.preview({ rule }) }),
    /** Whether there is such a certificate. */
    certificate: (number: string) =>
      queryOptions({ queryKey: ['hours', 'certificate', number], queryFn: () => api.hours.check({ number }) }),
    board: () => queryOptions({ queryKey: ['hours', 'board'], queryFn: () => api.hours.board() }),
  },
  here: {
    /** Who is signed in, and for what one can sign in. */
    now: () => queryOptions({ queryKey: ['here'], queryFn: () => api.hours.here(), ...withTheClock }),
  },
  conclusions: {
    list: (page: PageQuery) =>
      queryOptions({ queryKey: ['conclusions', page], queryFn: () => api.conclusions.list(page) }),
    /** What the last shift left for the next one. */
    latest: () =>
      queryOptions({ queryKey: ['conclusions', 'latest'], queryFn: () => api.conclusions.latest(), ...withTheClock }),
    /** The one to begin with for a shift (its date and number), or for the latest. The service words it. */
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
    /** The weeks that some dates are in. */
    weeks: (...dates: readonly string[]) =>
      queryOptions({
        queryKey: ['rosters', 'weeks', dates],
        queryFn: () => Promise.all(dates.map((date) => api.rosters.week({ date }))),
      }),
  },
  leaves: {
    list: (page: PageQuery) => queryOptions({ queryKey: ['leaves', page], queryFn: () => api.leaves.list(page) }),
    /** Those in words that name no day. */
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
    /** Of a period; without one, of a year and of lately. */
    detail: (period: Parameters<typeof api.admin.statsDetail>[0] = {}) =>
      queryOptions({ queryKey: ['statistics', period], queryFn: () => api.admin.statsDetail(period) }),
  },
  impact: {
    /** What the team has mended, for everybody. */
    figures: () => queryOptions({ queryKey: ['impact'], queryFn: () => api.impact.figures(), staleTime: 60_000 }),
  },
  external: {
    /** How forwarding stands: how many deliveries there are of each state, and what the other system is. */
    counts: () => queryOptions({ queryKey: ['external', 'counts'], queryFn: () => api.external.list({ count: 1 }) }),
    /** With the counts that are shown above the list: with others it begins anew. */
    list: (state: Delivery['state'] | undefined, counts: object, page: PageQuery) =>
      queryOptions({
        queryKey: ['external', 'list', state, counts, page],
        queryFn: () => api.external.list({ ...page, ...(state && { state }) }),
      }),
  },
  messages: {
    /** How each channel does, and what went over it by day. */
    health: () => queryOptions({ queryKey: ['messages'], queryFn: () => api.messages.sent(), ...withTheClock }),
  },
  imports: {
    past: () => queryOptions({ queryKey: ['imports'], queryFn: () => api.imports.list() }),
  },
  import: {
    /** What would come of importing a file, which goes by its number, read in this way. `onSent` is told how much of it has been sent. */
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
  // A key begins with the subject it stands under, and each subject has a query.
  [S in Subject]: Readonly<Record<string, (...args: never[]) => { queryKey: readonly [S, ...unknown[]] }>>
}
