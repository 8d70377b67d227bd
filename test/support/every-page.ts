import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, ElementHandle, Locator, Page } from 'playwright-core'
import { exampleReceipt } from '#contract/counter/counter.ts'
import { pages } from '#contract/team/pages.ts'
import { accessibilityViolations } from './axe.ts'
import { logIn, navigate, noBrowser, type OpenBrowser, openBrowser } from './browser.ts'
import { photo } from './pictures.ts'
import { newTeam, type Person, type Team } from './team.ts'

const web = join(import.meta.dirname, '../../web')
const source = (path: string) => readFileSync(join(web, 'pages', path), 'utf8')

/** The paths of the desk or of the console. */
const addressesIn = (path: string, home: string) =>
  [...source(path).matchAll(/\{ path: [`']([^`']*)[`']/g)].map(([, address = '']) =>
    address.replace(/\$\{pages\.\w+\}/, home),
  )

/** All paths of the routes, so that new pages are included automatically. */
const routes = [
  ...Object.values(pages).filter((address) => !address.endsWith('*')),
  ...addressesIn('desk/Desk.tsx', pages.desk),
  ...addressesIn('console/Console.tsx', pages.console),
]
/** The concrete paths for patterns. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '/mine/:id': ['/mine/1', '/mine/10'],
  '/t/:id': [], // redirects to one of the others
  '/g/:tag': ['/g/1'],
  '/certificate': ['/certificate#7KQM-2XPD-0TH8-W5RC'],
  '/r': [`/r#${exampleReceipt}`, '/r'],
  '/events/:id': ['/events/1'],
  '/events/:id/report': ['/events/2/report'],
  '/desk/events/:id': ['/desk/events/1'],
  '/console/events/:id': ['', 'coming', 'helpers', 'tasks', 'paper'].map(
    (view) => `/console/events/1${view && `?view=${view}`}`,
  ),
  '/account/:group': ['profile', 'messages', 'login', 'feedback', 'data'].map((group) => `/account/${group}`),
  '/desk/tickets/:id': ['/desk/tickets/1', '/desk/tickets/2', '/desk/tickets/10'],
  '/desk/tickets/:id/tag': ['/desk/tickets/1/tag'],
  '/console/rosters/:id': ['/console/rosters/2'],
  '/console/settings/:group': ['team', 'opening', 'tickets', 'board', 'hours', 'messages', 'privacy'].map(
    (group) => `/console/settings/${group}`,
  ),
  '/console/hours': ['/console/hours', '/console/hours?view=people', '/console/hours?view=periods'],
}
const [, steps = ''] = /const steps = \[(.*)\]/.exec(source('set-up/SetUp.tsx')) ?? []
const setUp = [...steps.matchAll(/'(\w+)'/g)].map(([, step]) => `${pages.setUp}?step=${step}`)
const wrong = '/desk/nothing'

/** The pages of a team that is not set up. */
const forTheFirst = [pages.portal, pages.setUp, pages.board]
/** The pages without a login. All others lead to the login. */
const forAnyone = [pages.board, pages.signIn, pages.join]
const seen: readonly string[] = [...forTheFirst, ...forAnyone, pages.kiosk]
/** All other pages, and those that differ for people who are logged in. */
const forAdmins = apart(
  [
    ...routes.filter((address) => !seen.includes(address)),
    pages.portal,
    ...setUp.slice(1), // the first is for a user who is not an administrator yet
    wrong,
  ].flatMap((address) => examples[address] ?? [address]),
)
/** One page in each layout. */
const framed: readonly string[] = [pages.myTickets, pages.desk, pages.console]
/** Pages with content that only prints. */
const printed = ['/desk/tickets/1/tag', '/console/rosters/2']

/**
 * Each language has its own test file, so that they run in parallel.
 *
 * Labels and overflow depend on the language, contrast on the colour scheme, and visible content on the width, mostly independently. So axe
 * checks each page in two very different combinations and each layout in the other two, and everything is measured at each width in both
 * languages. A zoom of 200 % halves the width. Each page is opened once for all checks.
 */
export function checkEveryPage(locale: keyof typeof looks): void {
  describe('every page', { skip: noBrowser }, () => {
    let team: Team
    let browser: OpenBrowser
    let admin: Person
    let kiosk: string
    let board: string
    before(async () => {
      team = await newTeam({ env: { RATE_LIMITS: 'off' } })
      browser = await openBrowser()
      admin = await team.admin()
      await admin.admin.updateSettings({
        place: { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: 'https://maps.example.org' },
        boardText: { zh_CN: '请带校园卡', en_US: 'Bring your card' },
        timetable: [{ shift: 1, from: '09:00', until: '14:00' }],
        signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
        closedDays: [{ from: '2026-12-24', until: '2026-12-31', name: 'Holidays' }],
        makeUpDays: [{ date: '2026-12-26', weekday: 4 }],
        openData: { provider: '', group: '', country: 'CHN', impact: true },
      })
      const bob = await admin.admin.invite({ name: 'Bob', phone: '13900139000', stuid: '1' })
      await admin.admin.removeMember({ id: (await admin.admin.invite({ name: 'Carl' })).id })
      await admin.users.report({ content: 'Thank you' })
      await bringToDesk(admin)
      kiosk = (await admin.counter.kiosk()).kiosk
      await queueUp(admin)
      await mend(admin)
      const sheet = [{ weekday: 1, shift: 1, workers: ['Bob', 'Nobody'] }]
      await admin.rosters.create({ name: 'Spring', activate: false, sheet })
      await admin.leaves.ask({ week: '第3周', shift: '1' })
      await admin.conclusions.write({ week: '1', shift: '1', conclusion: 'quiet' })
      await workHours(admin, bob.id)
      board = (await admin.hours.makeBoard()).token
      await planDay(admin)
      await admin.imports.run({ file: Uint8Array.from(Buffer.from(lastYear)) })
    })
    after(async () => {
      await browser[Symbol.asyncDispose]()
      await team[Symbol.asyncDispose]()
    })

    test('the list of pages has an example for each address that is a pattern', () => {
      assert.deepEqual(
        routes.filter((address) => address.includes(':') && !examples[address]),
        [],
      )
      assert.ok(routes.includes('/desk/shifts') && routes.includes('/console/log'), 'the routes were read')
      assert.ok(setUp.length > 3, 'the steps were read')
    })

    test('every page is accessible, in light and dark, from a small phone to a wall display', async () => {
      await using fresh = await newTeam()
      const { page, context, complaints } = await browser.open({ locale, colorScheme: looks[locale].scheme })
      const devTools = await context.newCDPSession(page)
      const faults: string[] = []
      const look = async (path: string) => {
        faults.push(...(await faultsOf(page, devTools, path, locale)).map((fault) => `${path} ${fault}`))
      }
      const visit = async (path: string, url = team.url) => {
        // A reloaded page needs axe to be injected again, which takes as long as the check itself.
        await navigate(page, url + path)
        await look(path)
      }
      for (const path of forTheFirst) await visit(path, fresh.url)
      await page.goto(team.url)
      for (const path of forAnyone) await visit(path)
      await page.goto(`${team.url}${pages.board}#${board}`)
      await page.locator('[data-code=true]').waitFor()
      await look(pages.board)
      await visit(`${pages.kiosk}#${kiosk}`)
      await logIn(page, team.url, admin.token)
      for (const path of forAdmins) await visit(path)
      assert.deepEqual([...faults, ...complaints], [])
    })
  })
}

/** Alternates between both halves, because neighbours in the list share a page, and navigating within it would reload it. */
function apart(addresses: readonly string[]): string[] {
  const half = Math.ceil(addresses.length / 2)
  return addresses.slice(0, half).flatMap((address, i) => [address, ...addresses.slice(half).slice(i, i + 1)])
}

/** Enough repairs for /impact. */
const lastYear = ['date,device,outcome', ...Array<string>(6).fill('2025-03-01,Kettle,fixed')].join('\n')

/** Content for every page of the desk: two tickets, an own shift, and one whose member is on leave. */
async function bringToDesk(admin: Person): Promise<void> {
  const ticket = {
    type: 1,
    device: 'Laptop',
    phone: '13800138000',
    description: 'Blue screen',
    accessories: [0, 5, 99],
  }
  await admin.tickets.create(ticket)
  await admin.tickets.create({ type: 0, device: 'Kettle', deviceModel: 'Midea MK-100' })
  await admin.tickets.pick({ id: 1 })
  await admin.tickets.addnote({ id: 1, content: 'The fan is full of dust', type: 2 })
  const { url } = await admin.media.upload({ file: Uint8Array.from(await photo()) })
  await admin.tickets.addnote({ id: 1, content: 'Do you need the files?', pic: [url] })
  const sheet = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, shift: 1, workers: ['admin'], leader: 'admin' }))
  await admin.rosters.create({ name: 'Autumn', sheet })
  await admin.leaves.ask({ week: '3', shift: '1', reason: 'Exam' })
}

/** Another member is signed in, and the administrator has hours of a closed month with a correction, and of this month. */
async function workHours(admin: Person, other: number): Promise<void> {
  await admin.hours.signIn({ member: other })
  const { id: member } = await admin.members.checklogin()
  const reason = 'Before we had the board'
  const past = { member, date: '2026-10-12', shift: '1', arrival: '09:10', leaving: '13:45', reason }
  const { id } = await admin.hours.correct(past)
  await admin.hours.close({ name: '2026 autumn term, first half', until: '2026-10-31' })
  await admin.hours.correct({ id, minutes: 240, reason })
  const entered = await admin.hours.add({
    date: '2026-11-14',
    minutes: 90,
    what: 'Sorted the spare parts',
    with: 'Bob',
  })
  await admin.hours.object({ id: entered.id, objection: 'It was longer' })
  await admin.hours.add({ date: '2026-11-15', minutes: 30, what: 'Flyers' })
}

/** A repair day to book, on which the laptop has a place, and one that is over and has a public report. */
async function planDay(admin: Person): Promise<void> {
  const span = { from: '2026-11-21T14:00', until: '2026-11-21T17:00' }
  const { id } = await admin.planner.create({
    ...span,
    title: { zh_CN: '十一月维修日', en_US: 'Repair day in November' },
    about: { zh_CN: '带上坏了的东西，一起修好它。', en_US: 'Bring something broken, and we mend it together.' },
    place: { name: { zh_CN: '图书馆一楼', en_US: 'Library, ground floor' }, map: 'https://maps.example.org' },
    kinds: [0, 1],
    refused: [
      {
        what: { zh_CN: '微波炉', en_US: 'Microwave ovens' },
        where: { zh_CN: '校外的家电维修店', en_US: 'The appliance shop in town' },
      },
    ],
    waves: [{ ...span, places: [0, 1].map((kind) => ({ kind, places: 4 })) }],
  })
  await admin.planner.announce({ id })
  await admin.repairDays.book({ id, ticket: 1, backedUp: true })
  const role = { name: { zh_CN: '', en_US: '' }, places: 2 }
  const roles = [
    { ...role, duty: 'mend', kind: 1 },
    { ...role, duty: 'desk', kind: null },
  ] as const
  await admin.helpers.setRoles({ id, version: (await admin.planner.info({ id })).version, roles: [...roles] })
  const [mending] = (await admin.helpers.info({ id })).roles
  await admin.helpers.help({ id, role: mending?.id ?? 0 })
  const tasks = [{ text: 'Print the poster', due: '2026-11-14', member: (await admin.members.checklogin()).id }]
  await admin.dayTasks.set({ id, version: (await admin.planner.info({ id })).version, tasks })
  const { id: past } = await admin.planner.copy({ id, from: '2026-11-16T09:00' })
  await admin.planner.update({ id: past, version: (await admin.planner.info({ id: past })).version, publish: true })
  await admin.planner.announce({ id: past })
  await admin.planner.close({ id: past })
}

/** The queue of a repair day: one is at the bench, two are called, one was skipped, one is gone and two wait, one of them with the receipt to look at. */
async function queueUp(admin: Person): Promise<void> {
  const devices = ['Radio', 'Mixer', 'Toaster', 'Lamp', 'Fan', 'Shaver']
  const ids: number[] = []
  for (const device of devices) ids.push((await admin.counter.create({ type: 0, device, owner: 'Li', queue: true })).id)
  const [radio = 0, mixer = 0, toaster = 0, lamp = 0, fan = 0] = ids
  for (const id of [radio, mixer, toaster, lamp]) await admin.counter.call({ id })
  await admin.counter.mark({ id: radio, state: 'served' })
  await admin.counter.mark({ id: lamp, state: 'skipped' })
  await admin.counter.mark({ id: fan, state: 'gone' })
  const about = { device: 'Hair dryer', phone: '13800138000', accessories: [1], receipt: exampleReceipt }
  await admin.counter.create({ type: 0, ...about, queue: true })
}

/** The outcome of a kettle like the one on the desk. It was collected, and its owner is asked for a rating. */
async function mend(admin: Person): Promise<void> {
  await admin.tickets.create({ type: 0, device: 'Kettle', deviceModel: 'Midea MK-100', description: 'Cold' })
  const said = {
    outcome: 'end_of_life',
    barrier: 'parts_expensive',
    category: 14,
    remedy: 'The plate is cracked',
  } as const
  await admin.tickets.update({ id: 10, status: 6, ...said })
  await admin.tickets.retrieve({ id: 10 })
}

/** The widths at which layouts change. If a layout fits at its narrowest width, it fits at the others. */
const breakpoints = globSync(join(web, '**/*.module.css'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/min-width: (\d+)em/g)])
  .map(([, em]) => 16 * Number(em))
  .concat(576) // where Mantine's grids begin to have columns (`xs`)
/**
 * From a wall display to a small phone, or a window of 640 at 200 %. The next page opens in the last size, and a small one paints faster.
 * Only the board is as high as the screen.
 */
const sizes = [3840, ...new Set(breakpoints.toSorted((a, b) => b - a)), 320].map((width) => [width, 400] as const)
type Size = readonly [width: number, height: number]
const displays = [
  [3840, 2160],
  [1920, 1080],
  [1366, 768],
  [768, 1024],
  [320, 640],
] as const
const looks = {
  'zh-CN': { at: -1, scheme: 'light', other: 'dark' },
  'en-US': { at: 1, scheme: 'dark', other: 'light' },
} as const

async function faultsOf(page: Page, devTools: CDPSession, path: string, locale: keyof typeof looks): Promise<string[]> {
  const { at, scheme, other } = looks[locale]
  const faults = new Set<string>()
  const note = (found: readonly string[], where: string | number) => {
    for (const fault of found) faults.add(`${where}: ${fault}`)
  }
  const show = ([width, height]: Size) =>
    devTools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  const measure = async (size: Size, where: string | number = size[0], letters = ''): Promise<void> => {
    const expression = `innerWidth === ${size[0]} && (${misfits})(document.documentElement, ${JSON.stringify(letters)})`
    const [, { result }] = await Promise.all([
      show(size),
      devTools.send('Runtime.evaluate', { expression, returnByValue: true }),
    ])
    if (result.value === false) return measure(size, where, letters) // another size was shown by then
    note(result.value as string[], where) // what misfits gives
  }
  const all: readonly Size[] = path === pages.board ? displays : sizes
  const used = all.at(at)
  assert.ok(used)
  await show(used)
  note(await accessibilityViolations(page), scheme)
  // Full-width punctuation brings its own space.
  if (locale === 'zh-CN') note((await page.locator('body').innerText()).match(/.{0,9}[：，。；、] +\S/g) ?? [], 'gap')
  if (framed.includes(path)) {
    await page.emulateMedia({ colorScheme: other })
    note(await accessibilityViolations(page, 'html', ['color-contrast']), other)
    await page.emulateMedia({ colorScheme: scheme })
  }
  const small = all.filter(([width]) => width === 320)
  // Measured in one call, so that few of the sizes are painted.
  await Promise.all([
    ...all.map((size) => measure(size)),
    ...small.map((size) => measure(size, 'large letters', ':root { font-size: 200% }')),
    ...small.map((size) => measure(size, 'wide spacing', wideSpacing)),
  ])
  if (printed.includes(path)) {
    await page.emulateMedia({ media: 'print' })
    await measure([718, 1047], 'paper') // A4 without its margins
    await page.emulateMedia({ media: 'screen' })
  }
  return [...faults]
}

/** The element type of Playwright, because this program has no DOM types. */
type Root = Awaited<ReturnType<Locator['elementHandle']>> extends ElementHandle<infer Element> | null ? Element : never

/** The spacing of text that users of WCAG 1.4.12 may set. */
const wideSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/**
 * Finds touch targets that are too small, text that is cut off, `time` elements without a machine-readable value, and pages that are wider
 * than the screen, also with enlarged text.
 */
function misfits(root: Root, letters: string): string[] {
  const style = root.ownerDocument.createElement('style')
  style.textContent = letters
  root.append(style)
  const small = [...root.querySelectorAll('button, a[href], input, select, textarea:not([aria-hidden])')]
    // Links inside a text are as high as the text; a checkbox can be tapped by its label.
    .filter((element) => element.checkVisibility() && !element.closest('p'))
    .map(
      (element) =>
        element.closest('.mantine-Checkbox-body, .mantine-Radio-body, .mantine-Switch-body, .mantine-Input-wrapper') ??
        element,
    )
    .map((element) => {
      // A link that is stretched over its row is as high as the row.
      const after = element.ownerDocument.defaultView?.getComputedStyle(element, '::after')
      const whole = (after?.position === 'absolute' && element.closest('li')) || element
      return { box: whole.getBoundingClientRect(), text: element.outerHTML.slice(0, 120) }
    })
    .filter(({ box }) => box.height > 0 && box.bottom > 0 && box.height < 43.5)
    .map(({ box, text }) => `${Math.round(box.height)} px high: ${text}`)
  const cut = [
    ...root.querySelectorAll('.mantine-Button-label, .mantine-SegmentedControl-label, [class*=board] section'),
  ]
    .filter(
      (box) =>
        box.scrollWidth > box.clientWidth + 1 || (box.matches('section') && box.scrollHeight > box.clientHeight + 1),
    )
    .map((label) => `cut off: ${label.textContent}`)
  const times = [...root.querySelectorAll('time')]
    .map((time) => time.dateTime || time.innerText)
    .filter((at) => !/^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?|\d\d:\d\d)$/.test(at))
    .map((at) => `no time: ${at}`)
  const wide = root.scrollWidth - root.clientWidth
  style.remove()
  return [...small, ...cut, ...times, ...(wide > 0 ? [`${wide} px wider than the screen`] : [])]
}
