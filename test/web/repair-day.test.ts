import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { logIn, navigate, noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam, type Person } from '../support/team.ts'
import { until } from '../support/until.ts'

/** `npm run prove -- repair-day` sends forty. */
const visitors = Number(process.env['VISITORS'] ?? 7)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Until the pages open without a network. */
const worksAlone = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.controller ? true : new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true)))`)

test('visitors pass intake, queue, bench and hand-back on two laptops and a kiosk, with the network cut twice', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ env: { RATE_LIMITS: 'off' } })
  const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
  await using browser = await openBrowser()
  const laptop = async (who: Person, worker: boolean) => {
    const opened = await browser.open({ width: 1280, height: 800, worker })
    await logIn(opened.page, team.url, who.token)
    await opened.page.goto(`${team.url}/desk/counter`)
    await heading(opened.page, 'Take in')
    if (worker) await worksAlone(opened.page)
    return opened
  }
  // Bob's has a network all day.
  const [anns, bobs] = await Promise.all([laptop(ann, true), laptop(bob, false)])
  const { kiosk: secret } = await ann.counter.kiosk()
  team.secret(secret)
  const kiosk = await browser.open({ width: 800, height: 1200, touch: true, worker: true })
  await kiosk.page.goto(`${team.url}/kiosk#${secret}`)
  await heading(kiosk.page, 'Welcome! Register here')
  await worksAlone(kiosk.page)
  const board = await browser.open({ width: 1366, height: 768 })
  await board.page.goto(`${team.url}/board`)

  const numberOn = async (page: Page) => {
    const main = page.getByRole('main')
    await main.getByText(/^Your number/).waitFor()
    return /Your number\s*([A-Z]+\d+)/.exec(await main.innerText())?.[1] ?? ''
  }
  /** The number on each visitor's paper. */
  const paper = new Map<string, string>()
  const atCounter = async (page: Page, device: string) => {
    await page.getByRole('textbox', { name: 'Device' }).fill(device)
    await page.getByLabel('Phone').fill('13800138000')
    await page.getByRole('textbox', { name: 'Device' }).press('Enter')
    await heading(page, 'Submitted')
    paper.set(device, await numberOn(page))
    await page.getByRole('button', { name: 'Next visitor' }).click()
    await heading(page, 'Take in')
  }
  const atKiosk = async (page: Page, device: string) => {
    await page.getByRole('textbox', { name: 'Device' }).fill(device)
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Phone').fill('13800138000')
    await page.getByRole('button', { name: 'Register' }).click()
    await heading(page, 'You are registered')
    paper.set(device, await numberOn(page))
    await page.getByRole('button', { name: 'Done' }).click()
    await heading(page, 'Register here')
  }
  /** Everyone who comes to one table; in the middle the network is down for a while. */
  async function stream(
    { page, context }: { page: Page; context: BrowserContext },
    file: typeof atCounter,
    name: string,
    count: number,
    cut: boolean,
  ) {
    for (let i = 0; i < count; i += 1) {
      if (cut && i === Math.floor(count / 3)) await context.setOffline(true)
      if (cut && i === Math.floor((2 * count) / 3)) await context.setOffline(false)
      await file(page, `${name} ${i + 1}`)
    }
  }
  const third = Math.floor(visitors / 3)
  await Promise.all([
    stream(anns, atCounter, 'Kettle', visitors - 2 * third, true),
    stream(bobs, atCounter, 'Lamp', third, false),
    stream(kiosk, atKiosk, 'Radio', third, true),
  ])
  const queue = async () => (await ann.counter.queue()).list
  await until(async () => (await queue()).length >= visitors)
  const came = await queue()
  assert.deepEqual(
    came.map(({ device, number }) => `${number} ${device}`).toSorted(),
    [...paper].map(([device, number]) => `${number} ${device}`).toSorted(),
    'each is there once, with the number on their paper',
  )
  for (const name of ['Kettle', 'Lamp', 'Radio']) {
    const order = came.filter(({ device }) => device.startsWith(name)).map(({ device }) => Number(device.split(' ')[1]))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
      `${name}s in their order`,
    )
  }
  assert.equal(
    came.filter(({ number }) => /^[A-Z]{2}/.test(number)).length > 1,
    true,
    'some visitors were registered without a network',
  )
  await anns.page.getByRole('link', { name: 'to send' }).waitFor({ state: 'detached' })

  /** The board shows what the service knows. */
  const boardIsRight = () =>
    until(async () => {
      const list = await queue()
      const section = board.page.locator('section').filter({ hasText: 'Now serving' })
      const shown = (await section.getByRole('listitem').allInnerTexts()).toSorted().join(' ')
      const called = list.filter(({ state }) => state === 'called').map(({ number }) => number)
      const waiting = list.filter(({ state }) => state === 'waiting').length
      if (called.length + waiting === 0) return (await section.count()) === 0
      const wait =
        waiting === 0 ? 'No one is waiting' : waiting === 1 ? '1 person waiting' : `${waiting} people waiting`
      return shown === called.toSorted().join(' ') && (await section.getByText(wait, { exact: true }).count()) === 1
    })
  await boardIsRight()

  /** One member calls, mends and hands back until the queue is empty. */
  async function mends(page: Page): Promise<number> {
    const next = page.getByRole('button', { name: /^Call the next/ })
    const mine = page.getByRole('region', { name: 'Called', exact: true }).getByText('called by you')
    for (let mended = 0; ; mended += 1) {
      await navigate(page, `${team.url}/desk/visits`)
      await next.waitFor()
      // The page may still show an older state.
      await mine.waitFor({ state: 'detached' })
      await page.keyboard.press('n')
      await mine.or(page.getByText('There is no one waiting to be called.')).first().waitFor()
      if ((await mine.count()) === 0) return mended
      await page.keyboard.press('h')
      await page.getByRole('link', { name: /^Open ticket/ }).waitFor()
      await page.keyboard.press('Enter')
      for (const step of [
        'Start diagnosing',
        'Start repairing',
        'Mark as repaired',
        'Change to “Repaired”',
        'Hand back',
      ])
        await page.getByRole('button', { name: step, exact: true }).click()
      await page.getByRole('checkbox', { name: /^(Kettle|Lamp|Radio) \d+$/ }).check()
      await page.getByRole('button', { name: 'Confirm hand-back' }).click()
      await page.getByText('Handed back. This ticket is closed.').waitFor()
      if (mended % 5 === 0) await boardIsRight()
    }
  }
  const mended = await Promise.all([mends(anns.page), mends(bobs.page)])
  assert.equal(mended[0] + mended[1], visitors)
  await boardIsRight()
  assert.deepEqual(
    (await queue()).filter(({ state }) => state !== 'served'),
    [],
  )
  assert.equal((await ann.custody.list()).total, 0, 'no device is left behind')
  const { list: tickets } = await ann.tickets.list({ count: 1000 })
  assert.deepEqual([tickets.length, tickets.filter(({ isConfirmed }) => isConfirmed).length], [visitors, visitors])
  await navigate(anns.page, `${team.url}/desk/custody`)
  assert.equal(await anns.page.getByText(/Kettle|Lamp|Radio/).count(), 0)
  for (const { complaints } of [anns, bobs, kiosk, board]) assert.deepEqual(complaints, [])
})
