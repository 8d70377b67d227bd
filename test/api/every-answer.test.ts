import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as bodyOf } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import { originalOf, type Schema } from '#contract/type.ts'
import { codeNow } from '#service/people/totp.ts'
import { listening } from '../peers/ticket-system.ts'
import { runJob } from '../support/messages.ts'
import { addRoster, others } from '../support/staffed.ts'
import { newTeam, type Person } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const zone = 'Asia/Shanghai'
const wall = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}/g

/** Endpoints without an answer for people: files that are equal for all, pages, streams, metrics. */
const left = new Set(['machines', 'live', 'sso', 'media', 'impact.data', 'wechat'])

interface AnswerPair {
  readonly name: string
  readonly english: unknown
  readonly chinese: unknown
  /** The fields that the contract declares as times. */
  readonly times: readonly string[]
}

/** A repair day on which the place of one person is offered to the other. */
async function offeredPlace(admin: Person, other: Person, { mine, theirs }: { mine: number; theirs: number }) {
  const [from, until] = ['2026-11-20T14:00', '2026-11-20T17:00']
  const { id } = await admin.planner.create({
    title: { zh_CN: '', en_US: 'Repair day' },
    place: { name: { zh_CN: '', en_US: 'Hall' }, map: '' },
    from,
    until,
    helpUntil: '2026-11-20T12:00',
    walkInPercent: 0,
    offerHours: 168,
    waves: [{ from, until, places: [{ kind: 0, places: 1 }] }],
  })
  await admin.planner.announce({ id })
  await other.repairDays.book({ id, ticket: theirs, backedUp: true })
  await admin.repairDays.book({ id, ticket: mine, backedUp: true })
  await other.repairDays.unbook({ id, ticket: theirs })
  return id
}

/** The only place of a helper is asked of the administrator, and a task is done. */
async function askedHelper(admin: Person, other: Person, id: number) {
  const role = { name: { zh_CN: '', en_US: '' }, duty: 'desk', kind: null, places: 1 } as const
  await admin.helpers.setRoles({ id, version: (await admin.planner.info({ id })).version, roles: [role] })
  const [desk] = (await admin.helpers.info({ id })).roles
  for (const one of [other, admin]) await one.helpers.help({ id, role: desk?.id ?? 0 })
  await other.helpers.unhelp({ id, role: desk?.id ?? 0 })
  const task = { text: 'Print the poster', due: '2026-11-19', member: 0 }
  await admin.dayTasks.set({ id, version: (await admin.planner.info({ id })).version, tasks: [task] })
  const [poster] = (await admin.dayTasks.list({ id })).list
  await admin.dayTasks.done({ task: poster?.id ?? 0, done: true })
}

/** A repair day that is over, with a public report. */
async function publishedDay(admin: Person) {
  const { id } = await admin.planner.create({
    title: { zh_CN: '', en_US: 'Repair day' },
    place: { name: { zh_CN: '', en_US: 'Hall' }, map: '' },
    from: '2026-11-21T14:00',
    until: '2026-11-21T17:00',
    publish: true,
  })
  await admin.planner.announce({ id })
  await admin.planner.close({ id })
  return id
}

/** Every answer of an endpoint that reads, with the name of the endpoint. */
async function* answers(
  tokenFor: (question: string) => string,
  as: (token: string, lang: Lang) => Person,
  inputs: Readonly<Record<string, object>>,
): AsyncGenerator<AnswerPair> {
  for (const [area, group] of Object.entries(contract)) {
    if (left.has(area)) continue
    for (const [name, { method, output, produces }] of Object.entries(group) as [string, Endpoint][]) {
      const question = `${area}.${name}`
      if (left.has(question) || (method !== 'GET' && !inputs[question]) || produces === 'text/html') continue
      const ask = (lang: Lang) => {
        const client = as(tokenFor(question), lang)[area as keyof typeof contract] // the same walk
        return (client as Record<string, (input: object) => Promise<unknown>>)[name]?.(inputs[question] ?? {})
      }
      const times = [...timesIn(output as Schema, question)] // what Type has built
      yield { name: question, english: await ask('en_US'), chinese: await ask('zh_CN'), times }
    }
  }
}

function* timesIn(schema: Schema, at: string): Generator<string> {
  if (['Timestamp', 'TimestampOrNone'].includes(originalOf(schema).title ?? '')) return yield at
  for (const one of schema.anyOf ?? []) yield* timesIn(one, at)
  if (schema.items) yield* timesIn(schema.items, `${at}[]`)
  for (const [name, one] of Object.entries(schema.properties ?? {})) yield* timesIn(one, `${at}.${name}`)
}

/** Every text in an answer with its path; all elements of a list have one path. */
function* texts(answer: unknown, at: string): Generator<[at: string, text: string]> {
  if (typeof answer === 'string') yield [at, answer]
  else if (answer instanceof ArrayBuffer) yield [at, new TextDecoder().decode(answer)]
  else if (Array.isArray(answer)) for (const one of answer) yield* texts(one, `${at}[]`)
  else if (answer !== null && typeof answer === 'object')
    for (const [name, one] of Object.entries(answer)) yield* texts(one, `${at}.${name}`)
}

test('every answer has times in the team’s zone and sentences in the reader’s language', async () => {
  let works = true
  const told: string[] = []
  await using receiver = await listening((request, response) => {
    void bodyOf(request).then((body) => {
      told.push(body)
      response.writeHead(works ? 204 : 500).end()
    })
  })
  await using team = await newTeam({
    // The team's zone is neither that of the machine nor the one that it started with.
    env: {
      TEAM_TIME_ZONE: 'America/New_York',
      DEFAULT_LANG: 'zh_CN',
      EXTERNAL: 'webhook',
      EXTERNAL_URL: receiver.url,
      EXTERNAL_TOKEN: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      EXTERNAL_PRIVATE: 'on',
    },
  })
  const moments = new Set<number>()
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    team.pass({ seconds: 13 })
    moments.add(team.now())
    return work()
  }
  moments.add(team.now())
  const { admin, ann, bob } = await addRoster(team)
  await admin.admin.updateSettings({
    timeZone: zone,
    teamName: 'Repairs',
    openData: { provider: '', group: '', country: 'CHN', impact: true },
    signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
  })
  const { name } = await admin.members.checklogin()
  const sheet = [1, 2].map((weekday) => ({ weekday, shift: 1, workers: [name], leader: name }))
  sheet.push({ weekday: 3, shift: 1, workers: ['Ann'], leader: 'Ann' })
  await step(() => admin.rosters.create({ name: 'Winter', sheet }))
  const carl = await step(() => team.user('carl'))
  await step(() => admin.users.report({ content: 'thanks' }))
  const deviceModel = 'K100'
  const hums = { owner: 'Carl', phone: '13800138000', description: 'It hums.', deviceModel }
  const id = await step(() => createTicket(admin, hums))
  await step(() => admin.tickets.addnote({ id, content: 'Which cable?' }))
  await step(() => bob.counter.arrive({ id }))
  await step(() => bob.counter.call({}))
  await step(() => bob.custody.receive({ id, shelf: 'B3' }))
  await step(() => bob.custody.stocktake({ scans: ['soap'] }))
  await step(() => bob.tickets.pick({ id }))
  await step(() => bob.tickets.update({ id, status: 5 }))
  await step(() => bob.tickets.forward({ id }))
  await step(() => team.running.deliver())
  // Readers in the other system have no account here, so the text is in the team's language.
  assert.match(told.join(), /\p{Script=Han}/u)
  works = false
  await step(() => bob.tickets.retrieve({ id }))
  await step(() => team.running.deliver())
  await step(() => admin.tickets.rate({ id, stars: 5, content: 'Thanks!' }))
  await step(() => bob.tickets.unretrieve({ id }))
  const [tag = 0] = (await bob.counter.tags({ count: 1 })).tags
  const open = await step(() => createTicket(carl, { owner: 'Carl', deviceModel }))
  await step(() => ann.tickets.update({ id: open, status: 6 }))
  await runJob(team, 'index')
  await step(() => ann.leaves.ask({ week: '3', shift: '1', reason: 'exam' }))
  await step(() => admin.leaves.ask({ week: '2', shift: '1', reason: 'exam' }))
  await step(() => admin.conclusions.write({ week: '1', shift: '1', conclusion: 'quiet' }))
  await step(() => admin.conclusions.write({ week: '2026-11-10', shift: '1', conclusion: 'calm' }))
  await step(() => admin.duty.update(others('2026-11-16T09:00/2026-11-16T12:00', 'Hall')))
  await step(() => admin.duty.update(others('2026-11-18T09:00/2026-11-18T12:00', 'Hall')))
  const filed = await step(() => bob.counter.create({ type: 0, device: 'fan', queue: true }))
  await step(() => bob.counter.call({}))
  await step(() => team.anyone.receipts.cancel(filed))
  await step(() => bob.tickets.retrieve({ id: filed.id }))
  // The times at which the receipt expires and, at midnight, the kiosk.
  moments.add(team.now() + 30 * 86_400_000)
  await step(() => team.anyone.receipts.rate({ receipt: filed.receipt, stars: 4 }))
  moments.add(Temporal.Instant.from('2026-11-16T16:00:00Z').epochMilliseconds)
  const { kiosk } = await step(() => bob.counter.kiosk())
  await step(() => admin.hours.signIn({}))
  await step(() => admin.hours.signOut({}))
  await step(() => admin.hours.signIn({}))
  const work = await step(() => admin.hours.add({ date: '2026-11-10', minutes: 60, what: 'stocktaking' }))
  await step(() => admin.hours.decide({ ids: [work.id] }))
  await step(() => admin.hours.close({ name: 'October', until: '2026-11-14' }))
  const { number } = await step(() => admin.hours.certify({}))
  const members = (name: string) => ({ kind: 'members' as const, file: new TextEncoder().encode(`name\n${name}\n`) })
  await step(() => admin.imports.run(members('Dora')))
  const [undone] = (await admin.imports.list()).list
  await step(() => admin.imports.undo({ id: undone?.id ?? 0 }))
  await step(() => admin.imports.run(members('Emil')))
  for (const at of [...moments].slice(-3)) moments.add(at + 86_400_000)
  const board = await step(() => admin.hours.makeBoard())
  const { url } = await step(() => admin.duty.subscribe())
  const key = new URL(url).searchParams.get('key') ?? ''
  const { pair } = await step(() => team.anyone.session.pair())
  const day = await offeredPlace(admin, carl, { mine: id, theirs: open })
  await askedHelper(admin, ann, day)
  const over = await publishedDay(admin)
  const { secret } = await step(() => admin.proof.beginFactor())
  for (const one of [key, pair, secret, kiosk, filed.receipt, board.token]) team.secret(one)
  await step(() => admin.proof.switchFactorOn({ factor: codeNow(secret, team.now()) }))
  team.pass({ seconds: 13 })
  moments.add(team.now())
  const inputs = {
    'tickets.info': { id },
    'tickets.similar': { id },
    'counter.tag': { tag },
    'tickets.search': { values: 'hums' },
    'duty.feed': { key },
    'duty.preview': others('2026-11-17T14:00/2026-11-17T17:00'),
    'session.pairing': { pair },
    'conclusions.draft': { week: '1', shift: '1' },
    'receipts.info': { receipt: filed.receipt },
    'counter.kioskInfo': { kiosk },
    'hours.check': { number },
    'hours.export': { format: 'csv' },
    'repairDays.info': { id: day },
    'repairDays.bookings': { id: day },
    'planner.info': { id: day },
    'helpers.info': { id: day },
    'dayTasks.list': { id: day },
    'dayReports.info': { id: over },
    'dayReports.whole': { id: over },
    'dayTables.export': { id: day, what: 'helpers', format: 'csv' },
  }

  using db = new DatabaseSync(join(team.fresh.dir, 'fettle.db'), { readOnly: true })
  const due = db.prepare('select due_at from outbox where state = 0').all()
  for (const row of due) moments.add(Number(row['due_at']))
  // Only the board's own token may read the code of the board.
  const tokenFor = (question: string) => (question === 'hours.boardCode' ? board.token : admin.token)
  const shown = new Set<string>()
  const worded = new Set<string>()
  const promised: string[] = []
  for await (const { name, english, chinese, times } of answers(tokenFor, team.as, inputs)) {
    promised.push(...times)
    const other = [...texts(chinese, name)]
    for (const [i, [at, text]] of [...texts(english, name)].entries()) {
      for (const [time] of text.matchAll(wall)) {
        shown.add(at)
        const instant = Temporal.PlainDateTime.from(time).toZonedDateTime(zone).epochMilliseconds
        // All other times are hours of shifts.
        if (!/T(09|12|14|17|19|21):00:00\.0{6}$/.test(time)) assert.ok(moments.has(instant), `${at}: ${time}`)
      }
      // A calendar names its zone, by which programs show its events.
      for (const [, named] of text.matchAll(/^X-WR-TIMEZONE:(.*)$/gm)) assert.equal(named, zone, at)
      assert.doesNotMatch(text, /\p{Script=Han}|[：；，。]/u, `${at}: ${text}`)
      if (other[i]?.[1] !== text) worded.add(at)
    }
  }
  assert.deepEqual(
    promised.filter((at) => !shown.has(at)),
    // This roster has no special duty, the team sends no messages, and no user came from WeChat.
    [
      // This receipt has ended, so its ticket has no booking.
      'receipts.info.bookings[].from',
      'receipts.info.bookings[].until',
      'receipts.info.bookings[].offeredUntil',
      'custody.list.list[].told[].at',
      'duty.preview.plan.info.otherDutyStart',
      'duty.preview.plan.info.otherDutyEnd',
      'content.list.list[].createdTime',
    ],
    'give it a value, so that this test sees it',
  )
  assert.deepEqual([...worded].sort(), [
    'admin.exportTickets',
    'admin.log.list[].current.info',
    'admin.log.list[].previous.info',
    'admin.log.list[].text',
    'conclusions.draft.conclusion',
    'dayTables.export',
    'duty.calendar',
    'duty.feed',
    'external.list.list[].error',
    'hours.export',
    'receipts.info.ticket.notes[].content',
    'receipts.info.ticket.notes[].op',
    'tickets.info.notes[].content',
    'users.export.notices[].text',
    'users.notices.list[].text',
  ])
})
