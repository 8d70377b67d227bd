import type { Page } from 'playwright-core'
import { pages } from '#contract/team/pages.ts'
import { type Figure, report } from './shared/figures.ts'
import { type Role, slowPhone } from './shared/slow-phone.ts'

// How long a page of the demo team takes from a tap or a key to the next picture, on a phone whose processor is four times slower than a desk computer.
// Browsers call the worst of a visit “interaction to next paint”. They round to eight milliseconds.
const atMost = 100
const rounds = 5

interface Interaction {
  readonly what: string
  readonly do: (page: Page) => Promise<void>
}
const tap =
  (selector: string, at = 0) =>
  (page: Page) =>
    page.locator(selector).filter({ visible: true }).nth(at).click()
const type = (selector: string, key: string) => (page: Page) => page.locator(selector).first().press(key)

interface Visit {
  readonly as: Role
  readonly path: string
  readonly does: readonly Interaction[]
}
const visits: readonly Visit[] = [
  {
    as: 'user',
    path: pages.portal,
    does: [
      { what: 'change the colours', do: tap('header button[title]') },
      { what: 'go to a new ticket', do: tap(`a[href="${pages.newTicket}"]`) },
      { what: 'choose the kind', do: tap('label:has(input[name=type])', 1) },
      { what: 'write the device', do: type('input[name=device]', 'L') },
      { what: 'describe it', do: type('textarea[name=description]', 'L') },
      { what: 'tick an accessory', do: tap('label:has(input[name=accessories])') },
      { what: 'file the ticket', do: tap('button[type=submit]') },
      { what: 'write a comment', do: type('textarea[name=content]', 'L') },
      { what: 'send the comment', do: tap('button[type=submit]') },
      { what: 'go to my tickets', do: tap(`a[href="${pages.myTickets}"]`) },
    ],
  },
  {
    as: 'member',
    path: pages.desk,
    does: [
      { what: 'search the queue', do: type('input[type=search]', '1') },
      { what: 'unfold the filters', do: tap('main button[aria-controls]') },
      { what: 'open a ticket', do: tap('main li a[href*="/tickets/"]') },
      { what: 'open the further moves', do: tap('main button[aria-haspopup=menu]') },
      { what: 'choose a move', do: tap('[role=menuitem]', 2) },
      { what: 'go to the shifts', do: tap('a[href="/desk/shifts"]') },
    ],
  },
  {
    as: 'admin',
    path: '/console/statistics',
    does: [
      { what: 'choose another period', do: tap('main label:has(input[type=radio])', 1) },
      { what: 'open the menu', do: tap('header button[aria-expanded]') },
      { what: 'go to the settings', do: tap('a[href="/console/settings"]') },
      { what: 'search the settings', do: type('main input[type=search]', 'l') },
    ],
  },
]

/** Keeps how long each interaction took, also for pages that open later. */
const observe = `globalThis.took = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) globalThis.took.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`
/** After two frames every event of an interaction has been told. */
const settled = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))'

await using phone = await slowPhone()
const figures: Figure[] = []
for (const visit of visits) {
  await phone.logIn(visit.as)
  // The least of the rounds, because other work of the machine disturbs.
  const took: number[][] = []
  for (let round = 0; round < rounds; round += 1) took.push(await measureVisit(visit))
  visit.does.forEach(({ what }, at) => {
    const value = Math.min(...took.map((round) => round[at] ?? Infinity))
    figures.push({ what: `${visit.as}: ${what}`, value, unit: 'ms', atMost })
  })
}
if (!report(`${figures.length} interactions on a slow phone`, figures)) process.exitCode = 1

/** How many milliseconds each interaction of a visit took. */
async function measureVisit({ path, does }: Visit): Promise<number[]> {
  const page = await phone.browser.newPage()
  const devTools = await phone.browser.newCDPSession(page)
  await page.addInitScript(observe)
  await page.goto(phone.url + path)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: phone.slower })
  const took: number[] = []
  for (const { do: act } of does) {
    await page.evaluate('took.length = 0')
    await act(page)
    await page.evaluate(settled)
    took.push(await page.evaluate<number>('Math.max(0, ...took)'))
  }
  await page.close()
  return took
}
