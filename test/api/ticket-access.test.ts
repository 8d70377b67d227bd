import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exampleOf } from '#contract/examples.ts'
import { endpoints } from '#contract/index.ts'
import { personalIn, type TicketField } from '#contract/tickets/ticket-access.ts'
import type { Schema } from '#contract/type.ts'
import type { Db } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { announcedDay } from '../support/repair-days.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

// Four tickets: one of an account that is claimed, one of a visitor of an earlier day that is claimed, one of an
// account that is unclaimed, and one of a visitor who came today; and the relations that an actor can have to each.
const columns = {
  account: ['owner', 'receipt', 'worker', 'member', 'admin', 'stranger', 'anyone'],
  visitor: ['receipt', 'maker', 'worker', 'filer', 'member', 'admin', 'stranger', 'anyone'],
  unclaimed: ['owner', 'member', 'admin', 'stranger'],
  today: ['member', 'stranger'],
} as const
type Kind = keyof typeof columns
type AllowedViewers = Readonly<Record<Kind, string>>

const noViewer: AllowedViewers = { account: '', visitor: '', unclaimed: '', today: '' }
const team: AllowedViewers = {
  account: 'worker member admin',
  visitor: 'maker worker filer member admin',
  unclaimed: 'member admin',
  today: 'member',
}
const withOwner: AllowedViewers = { ...team, account: 'owner worker member admin', unclaimed: 'owner member admin' }
const admins: AllowedViewers = { ...noViewer, account: 'admin', visitor: 'admin', unclaimed: 'admin' }
const owner: AllowedViewers = { ...noViewer, account: 'owner', unclaimed: 'owner' }
const workers: AllowedViewers = { ...admins, account: 'worker admin', visitor: 'worker admin' }
const movers: AllowedViewers = { ...workers, unclaimed: 'member admin', today: 'member' }
const byReceipt: AllowedViewers = { ...noViewer, visitor: 'receipt' }

/** The expected access, written out and not computed from the policy. */
const expected: Readonly<Record<string, AllowedViewers>> = {
  'tickets.mine': owner,
  'tickets.info': withOwner,
  'tickets.addnote': withOwner,
  'tickets.addnote internal': team,
  'tickets.newcomment': withOwner,
  'tickets.cancel': { account: 'owner worker admin', visitor: 'worker admin', unclaimed: 'owner admin', today: '' },
  'tickets.contact': owner,
  'tickets.pick': team,
  'tickets.update': movers,
  'tickets.retrieve': team,
  'tickets.unretrieve': team,
  'tickets.assign': workers,
  'tickets.drop': team,
  'tickets.drop another': admins,
  'tickets.similar': team,
  'tickets.merge': workers,
  'tickets.unmerge': workers,
  'tickets.rate': owner,
  'tickets.forward': team,
  'tickets.uncompleted': team,
  'tickets.uncompletedAll': team,
  'tickets.list': team,
  'tickets.search': team,
  'tickets.seen': team,
  'counter.receipt': { account: '', visitor: 'worker filer admin', unclaimed: '', today: 'member' },
  'counter.revoke': team,
  'counter.arrive': team,
  'counter.queue': team,
  'counter.call': team,
  'counter.mark': team,
  'counter.tag': team,
  'receipts.info': { ...noViewer, account: 'receipt', visitor: 'receipt maker' },
  'receipts.comment': byReceipt,
  'receipts.cancel': byReceipt,
  'receipts.book': byReceipt,
  'receipts.unbook': byReceipt,
  'receipts.arrive': byReceipt,
  'repairDays.book': owner,
  'repairDays.unbook': owner,
  'repairDays.arrive': owner,
  'repairDays.bookings': team,
  'repairDays.wish': team,
  'receipts.rate': byReceipt,
  'receipts.notify': byReceipt,
  'receipts.adopt': byReceipt,
  'custody.receive': team,
  'custody.shelf': team,
  'custody.hand': team,
  'custody.tie': team,
  'custody.list': team,
  'custody.stocktake': team,
  'custody.stocktakes': team,
  'users.export': owner,
  'external.list': admins,
  'external.retry': admins,
  'content.list': admins,
  'content.decide': admins,
  'content.show': admins,
  'admin.exportTickets': admins,
  'admin.statsDetail': admins,
}

/** Refusals that depend on the actor. All others depend on a state, so the actor had access. */
const byWhom = new Set([
  'not_logged_in',
  'wrong_role',
  'ticket_not_found',
  'receipt_unknown',
  'not_a_worker',
  'not_the_owner',
  'merge_needs_worker',
  'not_at_counter',
  'not_a_visitor',
  'own_receipt',
])
/** Endpoints that answer the caller's own tickets: access alone is not enough, the ticket must be in the answer. */
const listing = new Set(['tickets.mine', 'users.export'])

/** Endpoints that change the owner, the workers or the receipt of a ticket: the next call needs a fresh one. */
const spending = new Set([
  'tickets.cancel',
  'tickets.contact',
  'tickets.pick',
  'tickets.update',
  'tickets.retrieve',
  'tickets.assign',
  'tickets.drop',
  'tickets.drop another',
  'tickets.merge',
  'tickets.unmerge',
  'counter.receipt',
  'counter.revoke',
  'counter.mark',
  'receipts.cancel',
  'receipts.adopt',
])

interface TicketIds {
  readonly id: number
  readonly into: number
  readonly receipt: string
}

/** The people of the table, and fresh tickets of each kind. */
async function setUp(t: Team) {
  const admin = await t.admin()
  await admin.admin.updateSettings({ adminSessionHours: 8760, memberSessionDays: 300 })
  const names = ['worker', 'filer', 'maker', 'member'] as const
  const members = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await t.member(name)])))
  const { worker, filer, maker, member } = members as Record<(typeof names)[number], Person> // as they are named
  const [own, stranger] = [await t.user('owner'), await t.user('stranger')]
  const people: Readonly<Record<string, Person>> = { owner: own, worker, filer, maker, member, admin, stranger }
  const phone = '13912345678'
  const file = (by: Person, more: object = {}) =>
    by.counter.create({ type: 0, device: 'Zqlamp', phone, queue: true, ...more })
  const hand = () => createTicket(own, { device: 'Zqkettle', phone })
  const earlier: TicketIds[] = []
  while (earlier.length < 48) {
    const [{ id }, { id: into }] = [await file(filer), await file(filer)]
    await worker.tickets.pick({ id })
    const { receipt } = await maker.counter.receipt({ id })
    earlier.push({ id, into, receipt })
  }
  t.pass({ days: 1 })
  const made: Record<Kind, () => Promise<TicketIds>> = {
    async account() {
      const [id, into] = [await hand(), await hand()]
      await worker.tickets.pick({ id })
      // The receipt of a visitor's ticket that was merged into this one shows it.
      const { id: visit, receipt } = await file(filer)
      await admin.tickets.merge({ id: visit, into: id })
      return { id, into, receipt }
    },
    async visitor() {
      const given = earlier.pop()
      if (!given) throw new Error('more visitors should have come on the earlier day')
      return given
    },
    async unclaimed() {
      return { id: await hand(), into: await hand(), receipt: randomBytes(32).toString('base64url') }
    },
    async today() {
      const [{ id, receipt }, { id: into }] = [await file(filer), await file(filer)]
      return { id, into, receipt }
    },
  }
  return { people, made, admin }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

/** The input of each call: the example of the contract, with this ticket in it. */
function inputOf(name: string, { input }: Endpoint, { id, into, receipt }: TicketIds): object {
  const fits: Readonly<Record<string, object>> = {
    'tickets.update': { status: statuses.repairing, outcome: undefined, barrier: undefined, category: undefined },
    'tickets.addnote internal': { type: 2 },
    'tickets.assign': { name: 'filer', member: undefined },
    'tickets.drop': { member: undefined },
    'tickets.drop another': { member: 999 },
    'tickets.retrieve': {
      signature: undefined,
      returned: undefined,
      missing: undefined,
      to: undefined,
      shown: undefined,
    },
    'custody.hand': { to: 'bench', member: undefined },
    'custody.receive': { tag: undefined },
    'content.show': { ticket: id, note: undefined },
    'receipts.notify': { mail: '', push: undefined },
    'tickets.search': { values: 'zq', open: undefined, type: undefined, status: undefined, pageId: undefined },
    'tickets.unmerge': { id: into },
  }
  const example = exampleOf(input as never) as object // an object, as every input is
  return {
    ...example,
    id,
    ticket: id,
    into,
    receipt,
    pic: undefined,
    pageId: undefined,
    queryType: undefined,
    day: undefined,
    ...fits[name],
  }
}

async function callOf(t: Team, name: string, e: Endpoint, given: TicketIds, column: string, { people }: SetUp) {
  // The holder of a receipt has no session, except to adopt the ticket into an account.
  const holder = name === 'receipts.adopt' ? people['stranger']?.token : ''
  const token = column === 'receipt' ? holder : (people[column]?.token ?? '')
  const holds = column === 'receipt' || column === 'maker'
  const receipt = holds ? given.receipt : randomBytes(32).toString('base64url')
  const input = inputOf(name, e, { ...given, receipt })
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, `${value}`]] : [],
    ),
  )
  const response =
    e.method === 'GET'
      ? await t.call(`${e.path}?${query}`, { headers: headers ?? {} })
      : await t.call(e.path, json(input, headers))
  const text = await response.text()
  const code = response.headers.get('x-error-code') ?? ''
  const inIt = !listing.has(name) || text.includes(`"id":${given.id},"type"`)
  const wrong = response.status >= 500 || code === 'bad_input' ? `${response.status} ${code} ${text.slice(0, 200)}` : ''
  return {
    allowed: !byWhom.has(code) && (response.ok || code !== '') && inIt,
    changed: response.ok && e.method === 'POST',
    wrong,
  }
}

onEachDatabase('access to tickets', (on) => {
  test('every ticket endpoint admits exactly the relations of the policy', async () => {
    await using t = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const all = await setUp(t)
    const about = endpoints().filter(({ endpoint: { ticket } }) => typeof ticket === 'string' && ticket !== 'unrelated')
    assert.deepEqual(
      Object.keys(expected)
        .filter((row) => !row.includes(' '))
        .toSorted(),
      about.map(({ name }) => name).toSorted(),
    )
    const byName = new Map(about.map(({ name, endpoint }) => [name, endpoint]))
    let cells = 0
    const wrong: string[] = []
    for (const kind of Object.keys(columns) as Kind[]) {
      let given: TicketIds | undefined
      for (const [row, allowed] of Object.entries(expected)) {
        const e = byName.get(row.split(' ')[0] ?? '')
        if (!e) throw new Error(`${row} is no endpoint`)
        for (const column of columns[kind]) {
          given ??= await all.made[kind]()
          if (row === 'tickets.unmerge') await all.admin.tickets.merge({ id: given.into, into: given.id })
          const got = await callOf(t, row, e, given, column, all)
          cells += 1
          const should = allowed[kind].split(' ').includes(column)
          if (got.wrong) wrong.push(`${row}, ${column} of ${kind}: ${got.wrong}`)
          if (got.allowed !== should) wrong.push(`${row}, ${column} of ${kind}: ${got.allowed ? 'let in' : 'refused'}`)
          if (got.changed && spending.has(row)) given = undefined
        }
        if (row === 'tickets.unmerge') given = undefined
      }
    }
    assert.deepEqual(wrong, [])
    assert.equal(cells, 60 * 21)
  })
})

// Values in the tickets below, by the field of the table. An actor without access must not find them anywhere in an
// answer.
const phone = '13912345678'
const planted = {
  owner: 'ZqOwner',
  phone,
  mail: 'zqmail@example.org',
  words: 'ZqWords',
  comment: 'ZqComment',
  internal: 'ZqInternal',
  rating: 'ZqRating',
  workers: 'Zqworker',
  custody: 'ZqUncle',
} as const satisfies Record<TicketField, string>
const masks: Partial<Record<TicketField, string>> = { phone: '139****5678', mail: 'zq***@example.org' }

const viewers = ['owner', 'receipt', 'worker', 'member', 'admin', 'stranger', 'anyone'] as const
type Viewer = (typeof viewers)[number]
type VisibilityPerViewer = Readonly<Record<Viewer, 'full' | 'masked' | 'hidden'>>
const outside = { stranger: 'hidden', anyone: 'hidden' } as const
const toAll: VisibilityPerViewer = {
  owner: 'full',
  receipt: 'full',
  worker: 'full',
  member: 'full',
  admin: 'full',
  ...outside,
}
const toTeam: VisibilityPerViewer = { ...toAll, owner: 'hidden', receipt: 'hidden' }

/** The expected visibility, written out and not computed from the table of the service. */
const sights: Readonly<Record<TicketField, VisibilityPerViewer>> = {
  owner: toAll,
  phone: { ...toAll, receipt: 'masked', member: 'masked' },
  mail: { ...toTeam, receipt: 'masked', member: 'hidden' },
  words: toAll,
  comment: toAll,
  internal: toTeam,
  rating: toAll,
  // Members know each other from the list of members too.
  workers: toAll,
  custody: toTeam,
}
/** The visibility of tickets whose texts are hidden from everyone but members. */
const hiddenSights: Readonly<Partial<Record<TicketField, VisibilityPerViewer>>> = { owner: toTeam, words: toTeam }

/** Texts in an answer with the personal fields that their schema, or one around it, declares. */
function* leaves(
  schema: Schema,
  value: unknown,
  marks: readonly TicketField[] = [],
): Generator<[string, readonly TicketField[]]> {
  const all = [...marks, ...personalIn(schema)]
  if (typeof value === 'string') yield [value, all]
  else if (Array.isArray(value)) for (const one of value) yield* leaves(schema.items ?? {}, one, all)
  else if (value !== null && typeof value === 'object') {
    const fitting = schema.anyOf?.find((one) => one.properties) ?? schema
    for (const [name, one] of Object.entries(value)) yield* leaves(fitting.properties?.[name] ?? {}, one, all)
  }
}

/** Not called: endless answers, redirects, pictures, and pages and documents that are the same for all. */
const notCalled = new Set([
  'live.listen',
  'sso.start',
  'sso.callback',
  'media.picture',
  'machines.reference',
  'machines.referenceScript',
  'machines.openapi',
])
const alsoCalled = new Set(['receipts.info', 'tickets.uncompletedAll'])
/** Answers about people, not about tickets: the own account, members among each other, and the operation log. */
const ofPeople = new Set(['members.list', 'admin.log', 'admin.members', 'users.me', 'users.info', 'duty.memberInfo'])

/** Fields that filter the list: none is set. */
const narrowing = [
  'queryType',
  'type',
  'status',
  'open',
  'day',
  'state',
  'from',
  'until',
  'since',
  'shelf',
  'target',
  'op',
  'order',
]

/** Answers that name members: their own account, and what each has repaired. */
const ofMembers = new Set(['users.export', 'members.checklogin', 'admin.statsDetail'])

/** Public data of repairs: texts without personal data, and no other field of a ticket. */
const published = new Set(['GET /impact/ords.csv'])

onEachDatabase('visibility of ticket fields', (on) => {
  test('every answer shows each relation exactly the fields of the visibility table', async () => {
    await using t = await newTeam({ on, env: { RATE_LIMITS: 'off', PUBLIC_URL: 'http://127.0.0.1:8080' } })
    const admin = await t.admin()
    await admin.admin.updateSettings({ openData: { provider: '', group: '', country: 'CHN', impact: true } })
    const [worker, member] = [await t.member('Zqworker'), await t.member('Plain')]
    const [own, stranger] = [await t.user('own'), await t.user('stranger')]
    const words = {
      device: 'ZqWords',
      deviceModel: 'ZqWords 7',
      description: 'ZqWords and more',
      owner: 'ZqOwner',
      phone,
    }
    const fill = async (id: number, comment: (content: string) => Promise<unknown>) => {
      await worker.tickets.pick({ id })
      await comment('ZqComment')
      await worker.tickets.addnote({ id, type: 2, content: 'ZqInternal' })
      await worker.custody.receive({ id })
      await worker.custody.hand({ id, to: 'workshop', name: 'ZqUncle' })
    }
    const account = await createTicket(own, words)
    await fill(account, (content) => own.tickets.addnote({ id: account, content }))
    // The ticket keeps the visitor's email address until the device is collected.
    const { id: visit, receipt } = await worker.counter.create({ type: 0, ...words, queue: true, mail: planted.mail })
    await fill(visit, (content) => t.anyone.receipts.comment({ receipt, content }))
    const rated = await createTicket(own, words)
    const paper = await worker.counter.create({ type: 0, ...words, queue: true })
    for (const id of [rated, paper.id]) {
      await worker.tickets.pick({ id })
      await worker.tickets.update({ id, status: statuses.repaired, brand: 'ZqWords', remedy: 'ZqWords' })
      await worker.tickets.retrieve({ id })
    }
    await own.tickets.rate({ id: rated, stars: 5, content: 'ZqRating' })
    await t.anyone.receipts.rate({ receipt: paper.receipt, stars: 5, content: 'ZqRating' })

    // The list of a repair day names owners and workers.
    const { id: day } = await announcedDay(t)
    await own.repairDays.book({ id: day, ticket: account, backedUp: true })
    await t.anyone.receipts.book({ id: day, receipt, backedUp: true })
    assert.equal(day, account, 'calls with the number of the ticket answer about this day')
    const people: Partial<Record<Viewer, Person>> = { owner: own, worker, member, admin, stranger }
    const asked = endpoints().filter(
      ({ name, endpoint: e }) =>
        (e.method === 'GET' || alsoCalled.has(name)) && !notCalled.has(name) && !ofPeople.has(name),
    )
    let calls = 0
    const unmarked = new Set<string>()
    async function seenBy(viewer: Viewer, without: string) {
      const found = new Map<TicketField, 'full' | 'masked'>()
      for (const { name, endpoint: e } of asked.filter((one) => one.name !== without))
        for (const [id, secret] of [
          [account, receipt],
          [visit, receipt],
          [rated, paper.receipt],
        ] as const) {
          const token = people[viewer]?.token
          const example = exampleOf(e.input as never) as object // an object, as every input is
          const mine = viewer === 'receipt' ? secret : 'none'
          const all = Object.fromEntries(['pageId', 'count', ...narrowing].map((one) => [one, undefined]))
          const fields = { ...example, ...all, id, ticket: id, receipt: mine, values: 'zqwords' }
          const query = new URLSearchParams(
            Object.entries(fields).flatMap(([key, one]) => (one === undefined ? [] : [[key, `${one}`]])),
          )
          const headers = token ? { authorization: `Bearer ${token}` } : {}
          const response =
            e.method === 'GET'
              ? await t.call(`${e.path}?${query}`, { headers })
              : await t.call(e.path, json(fields, headers))
          const text = await response.text()
          calls += 1
          if (!response.ok) continue
          const isJson =
            response.headers.get('content-type')?.startsWith('application/json') === true && e.answer !== 'raw'
          const answer: unknown = isJson ? (JSON.parse(text) as { data?: unknown }).data : text
          for (const [leaf, marks] of leaves(e.output as Schema, answer))
            for (const field of Object.keys(planted) as TicketField[]) {
              const mask = masks[field]
              const sight = leaf.includes(planted[field]) ? 'full' : mask && leaf.includes(mask) ? 'masked' : undefined
              if (!sight || (field === 'words' && published.has(`${e.method} ${e.path}`))) continue
              if (!marks.includes(field) && !(field === 'workers' && ofMembers.has(name)))
                unmarked.add(`${name}: ${field} in ${leaf.slice(0, 40)}`)
              if (found.get(field) !== 'full') found.set(field, sight)
            }
        }
      return found
    }
    let cells = 0
    async function compare(wanted: Readonly<Partial<Record<TicketField, VisibilityPerViewer>>>, without = '') {
      const wrong: string[] = []
      for (const viewer of viewers) {
        const found = await seenBy(viewer, without)
        for (const [field, row] of Object.entries(wanted) as [TicketField, VisibilityPerViewer][]) {
          cells += 1
          const sight = found.get(field) ?? 'hidden'
          if (sight !== row[viewer]) wrong.push(`${viewer} sees ${field}: ${sight}, not ${row[viewer]}`)
        }
      }
      assert.deepEqual(wrong, [])
      assert.deepEqual([...unmarked], [])
    }
    await compare(sights)
    await admin.admin.updateSettings({ phonesForAllMembers: true })
    await compare({ phone: { ...toAll, receipt: 'masked' }, mail: sights.mail })
    // An administrator has hidden the text from everyone but members.
    await inDatabase(t, (db) => db.updateTable('ticket').set({ hidden: 1 }).execute())
    // The personal export shows people their own texts in full anyway.
    await compare(hiddenSights, 'users.export')
    assert.equal(cells, 7 * (9 + 2 + 2))
    assert.equal(calls, 7 * 3 * (3 * asked.length - 1))
  })
})

async function inDatabase(t: Team, work: (db: Db) => Promise<unknown>): Promise<void> {
  await using engine = await openEngine(t.fresh.config)
  await engine.change(work)
}
