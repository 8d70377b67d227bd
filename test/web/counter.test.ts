import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations } from '../support/axe.ts'
import { dropNextResponse, logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { until } from '../support/until.ts'

describe('taking visitors in', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let ann: Person
  let opened: Awaited<ReturnType<OpenBrowser['open']>>
  before(async () => {
    team = await newTeam()
    browser = await openBrowser()
    const admin = await team.admin()
    await admin.admin.updateSettings({ kinds: [{ id: 2, type: 0, name: { zh_CN: '自行车', en_US: 'Bicycle' } }] })
    ann = await team.member('Ann')
    opened = await browser.open({ width: 1280, height: 800, worker: true })
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  /** The queue as the service has it: number and device. */
  const queue = async (of: Person = ann) =>
    (await of.counter.queue()).list.map(({ number, device }) => `${number} ${device}`)
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  /** Until the pages open without a network. */
  const ready = (page: Page) =>
    until(() =>
      page.evaluate<boolean>('caches.match("/kiosk").then((kept) => !!kept && !!navigator.serviceWorker.controller)'),
    )
  /** The number on the receipt that is on the page. */
  const number = async (page: Page) => {
    const main = page.getByRole('main')
    await main.getByText(/^Your number/).waitFor()
    return /Your number\s*([A-Z]+\d+)/.exec(await main.innerText())?.[1] ?? ''
  }

  test('visitors taken in with the keyboard, offline and from two tabs arrive exactly once', async () => {
    const { page, context, complaints } = opened
    const { keyboard } = page
    await logIn(page, team.url, ann.token)
    await page.goto(`${team.url}/desk/counter`)
    await heading(page, 'Take in')

    // By keyboard alone.
    const device = page.getByRole('textbox', { name: 'Device' })
    await page.getByRole('radio', { name: 'Appliance' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('ArrowRight')
    await keyboard.press('Tab')
    await keyboard.type('Laptop')
    await keyboard.press('Tab')
    await keyboard.type('X200')
    await keyboard.press('Tab')
    await keyboard.type('No picture.')
    await keyboard.press('Shift+Enter')
    await keyboard.type('It beeps.')
    await keyboard.press('Enter')
    // The form asks once for a way to reach the visitor.
    await page.getByText('How can we reach the visitor?').waitFor()
    await page.getByLabel('Phone').and(page.locator(':focus')).waitFor()
    assert.deepEqual(await queue(), [])
    await keyboard.type('call me')
    await keyboard.press('Enter')
    await page.getByText('Phone must be').waitFor()
    await keyboard.press('Control+A')
    await keyboard.type('138 0013 8000')
    await keyboard.press('Enter')
    await heading(page, 'Submitted')
    assert.equal(await number(page), 'B01')
    assert.deepEqual(await accessibilityViolations(page), [], 'the receipt')
    const laptop = await ann.tickets.info({ id: 1 })
    assert.deepEqual(
      [laptop.device, laptop.deviceModel, laptop.description, laptop.here],
      ['Laptop', 'X200', 'No picture.\nIt beeps.', false],
    )
    await page.getByRole('button', { name: 'Next visitor' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('Enter')
    // The kind is kept for the next visitor; personal data is gone.
    await page.getByRole('radio', { name: 'Computer' }).and(page.locator(':focus')).waitFor()
    assert.deepEqual([await device.inputValue(), await page.getByLabel('Phone').inputValue()], ['', ''])

    // With a photo and a shelf but no contact: the second Enter files it.
    await page.getByRole('radio', { name: 'Bicycle' }).check()
    await device.fill('Red bicycle')
    await page.getByRole('textbox', { name: 'Shelf (optional)' }).fill('B3')
    await page.getByRole('switch', { name: 'Add to today’s queue' }).click()
    await page.getByRole('button', { name: 'Take a photo' }).click()
    const camera = page.getByRole('dialog', { name: 'Take a photo' })
    await camera.getByText('Choose a file.').waitFor()
    const choosing = page.waitForEvent('filechooser')
    await camera.getByRole('button', { name: 'Choose a file' }).click()
    await (await choosing).setFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
    await device.press('Enter')
    await page.getByText('How can we reach the visitor?').waitFor()
    await keyboard.press('Enter')
    await page.getByRole('main').getByText('Ticket #2').waitFor()
    const bicycle = await ann.tickets.info({ id: 2 })
    assert.deepEqual([bicycle.kind, bicycle.custody?.holding?.shelf, bicycle.custody?.filedBy], [2, 'B3', 'Ann'])
    assert.equal(bicycle.notes.flatMap(({ pic }) => pic).length, 1)

    /** Files a visitor in a tab; returns the number on the receipt. */
    const file = async (what: string, tag = '', tab = page) => {
      const next = tab.getByRole('button', { name: 'Next visitor' })
      if ((await next.count()) > 0) await next.click()
      await tab.getByRole('textbox', { name: 'Device' }).fill(what)
      await tab.getByLabel('Phone').fill('13800138000')
      await tab.getByRole('textbox', { name: 'Tag (optional)' }).fill(tag)
      const queued = tab.getByRole('switch', { name: 'Add to today’s queue' })
      if (!(await queued.isChecked())) await queued.click()
      await tab.getByRole('textbox', { name: 'Device' }).press('Enter')
      await heading(tab, 'Submitted')
      return number(tab)
    }

    // Offline the receipt is valid, even after a reload.
    await ready(page)
    await context.setOffline(true)
    const [lamp, toaster] = [await file('Lamp'), await file('Toaster', 'T999')]
    await page.getByText('Not sent yet. It is saved').waitFor()
    assert.match(lamp, /^[A-Z]{2}01$/)
    await page.reload()
    await heading(page, 'Take in')
    const fan = await file('Fan')
    assert.deepEqual([toaster, fan], [lamp.replace('01', '02'), lamp.replace('01', '03')])
    // A second tab continues the numbers and sends nothing twice.
    const other = await context.newPage()
    await other.goto(`${team.url}/desk/counter`)
    await heading(other, 'Take in')
    const radio = await file('Radio', '', other)
    assert.equal(radio, lamp.replace('01', '04'))
    await page.getByRole('link', { name: '4 to send' }).click()
    await page.getByText(`${radio} · Radio`).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [], 'the page of visitors to send')
    assert.deepEqual(await queue(), ['B01 Laptop'])
    await context.setOffline(false)
    // A refused visitor does not block the others.
    await page.getByText('There is no tag 999').waitFor()
    await until(async () => (await queue()).length === 4)
    assert.deepEqual(await queue(), ['B01 Laptop', `${lamp} Lamp`, `${fan} Fan`, `${radio} Radio`])
    await page.getByRole('link', { name: 'Correct' }).click()
    await page.getByText('The receipt and number stay the same.').waitFor()
    assert.equal(await device.inputValue(), 'Toaster')
    await page.getByRole('textbox', { name: 'Tag (optional)' }).fill('')
    await device.press('Enter')
    await heading(page, 'Submitted')
    assert.equal(await number(page), toaster)
    await page.getByRole('main').getByText('Ticket #').waitFor()
    await page.getByRole('link', { name: 'to send' }).waitFor({ state: 'detached' })

    // The answer is lost after the ticket was created: there is one ticket, and the page shows its number.
    await dropNextResponse(context, '/counter/create')
    const mixer = await file('Mixer')
    await page.getByRole('main').getByText('Ticket #').waitFor()
    assert.deepEqual((await queue()).at(-1), `${mixer} Mixer`)
    assert.equal(await number(page), mixer)
    assert.equal((await queue()).length, 6)

    // A browser without storage files visitors as long as it is online.
    await other.addInitScript('IDBFactory.prototype.open = () => { throw new Error("it keeps nothing") }')
    await logIn(other, team.url, ann.token)
    await other.goto(`${team.url}/desk/counter`)
    await heading(other, 'Take in')
    assert.match(await file('Heater', '', other), /^[A-Z]\d\d$/)

    // Logging out asks first and clears everything.
    await context.setOffline(true)
    await file('Iron')
    await other.close()
    await page.getByRole('link', { name: 'Account' }).first().click()
    await heading(page, 'Account')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByText('1 visitor registered here has not been sent yet').waitFor()
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await heading(page, 'Repair team')
    const left = await page.evaluate(`new Promise((resolve) => {
      indexedDB.open('fettle').onsuccess = ({ target }) => {
        const entries = target.result.transaction('entries').objectStore('entries').count()
        entries.onsuccess = () => resolve(entries.result)
      }
    })`)
    assert.equal(left, 0)
    assert.equal((await queue(await team.admin())).length, 7)
    assert.deepEqual(complaints, [])
  })

  test('a kiosk registers visitors, forgets their input, and closes', async () => {
    const bob = await team.member('Bob')
    const { page, context, complaints } = opened
    await logIn(page, team.url, bob.token)
    await page.goto(`${team.url}/desk/counter`)
    await page.getByRole('button', { name: 'Open a kiosk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Kiosk' })
    await dialog.getByRole('region', { name: 'Phones cannot open Fettle yet' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [], 'how to get there')
    await dialog.getByRole('button', { name: 'Use this device' }).click()
    await dialog.getByText('This will log you out').waitFor()
    await dialog.getByRole('button', { name: 'Use this device' }).click()
    await heading(page, 'Welcome! Register here')
    await assert.rejects(bob.counter.queue(), { status: 401 })
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).hash, '/kiosk')
    assert.equal(await page.getByRole('link').count(), 0, 'the page has no links')

    await page.clock.install()
    await page.reload()
    await page.getByRole('button', { name: '中文' }).click()
    await heading(page, '欢迎使用自助登记')
    await page.getByRole('button', { name: 'English' }).click()
    // After a minute without a touch it forgets the input.
    const device = page.getByRole('textbox', { name: 'Device' })
    await device.fill('Secret lamp')
    await page.getByLabel('Name').fill('Mallory')
    await page.clock.fastForward(35_000)
    await page.getByText(/Clearing what you typed in \d+ s/).waitFor()
    await page.getByRole('button', { name: 'I am still here' }).click()
    await page.clock.fastForward(35_000)
    assert.equal(await device.inputValue(), 'Secret lamp')
    await page.clock.fastForward(26_000)
    await until(async () => (await device.inputValue()) === '')
    assert.equal(await page.getByLabel('Name').inputValue(), '')

    const register = async (what: string) => {
      await device.fill(what)
      await page.getByLabel('Name').fill('Grace')
      await page.getByLabel('Email (optional)').fill('grace@example.org')
      await page.getByRole('button', { name: 'Register' }).click()
      await heading(page, 'You are registered')
      return number(page)
    }
    assert.match(await register('Kettle'), /^A\d\d$/)
    assert.deepEqual(await accessibilityViolations(page), [], 'the receipt')
    // The next visitor gets the kiosk's language.
    await page.getByRole('button', { name: '中文' }).click()
    await heading(page, '登记好了')
    await page.clock.fastForward(61_000)
    await heading(page, 'Welcome! Register here')
    assert.equal(await page.getByText(/Grace|Kettle/).count(), 0, 'no data of the visitor before')

    // It works offline too.
    await ready(page)
    await context.setOffline(true)
    const given = await register('Clock')
    assert.match(given, /^[A-Z]{2}\d\d$/)
    await page.reload()
    await page.getByText('1 registration to send').waitFor()
    assert.equal(await page.getByText(/Grace|Clock/).count(), 0)
    await context.setOffline(false)
    const admin = await team.admin()
    await until(async () => (await queue(admin)).includes(`${given} Clock`))
    await page.getByText('registration to send').waitFor({ state: 'detached' })
    await admin.counter.closeKiosks()
    await page.clock.fastForward(31_000)
    await heading(page, 'This kiosk is closed')
    assert.deepEqual(await accessibilityViolations(page), [], 'closed')
    assert.deepEqual(complaints, [])
  })
})
