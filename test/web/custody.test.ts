import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessories } from '#contract/codes.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { fakeCameraArguments, writeCameraVideo } from '../support/camera.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

describe('custody pages', { skip: noBrowser }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'fettle-film-'))
  const camera = join(dir, 'camera.y4m')
  let team: Team
  let browser: OpenBrowser
  let ann: Person
  let owner: Person
  let device: Awaited<ReturnType<OpenBrowser['open']>>
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    browser = await openBrowser(fakeCameraArguments(camera))
    ann = await team.member('Ann')
    await team.member('Bob')
    owner = await team.user()
    await ann.users.updateLocale({ lang: 'en_US' })
    device = await browser.open()
    await device.page.clock.setFixedTime(team.now())
    await logIn(device.page, team.url, ann.token)
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Ann at a page of the desk. */
  async function at(path: string, width = 375) {
    const { page, complaints } = device
    await page.setViewportSize({ width, height: 900 })
    const visit = async (next: string) => {
      await page.goto(team.url + next)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await visit(path)
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const move = async (name: string) => {
      await click('Move…')
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    return { page, complaints, visit, click, move }
  }

  test('a device is received, shelved, moved to the bench, and handed back to another person with a missing item', async () => {
    const wish = { device: 'Sewing machine', accessories: [accessories.power_cable, accessories.bag_or_box] }
    const id = await createTicket(owner, wish)
    const [tag = 0, other = 0] = (await ann.counter.tags({ count: 2 })).tags
    await ann.tickets.pick({ id })
    const { page, complaints, visit, click, move } = await at(`/desk/tickets/${id}`)
    await refuseCamera(page)
    const where = page.getByRole('region', { name: 'Where it is' })
    await where.getByText('The team does not have it yet.').waitFor()
    await where.getByText('The owner listed: Power cable, Bag or box.').waitFor()

    // The camera is refused, so the number of the tag is typed.
    await click('Accessories, tag, photos')
    await where.getByText('Remote control').click()
    await where
      .locator('input[type=file]')
      .setInputFiles({ name: 'scratch.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await where.getByRole('img', { name: 'Photo 1' }).waitFor()
    await click('Scan a tag')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The browser does not allow the camera.').waitFor()
    await dialog.getByLabel('Number').fill('#12')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not a tag.').waitFor()
    // A scanner types and presses Enter, wherever the focus is.
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.type(`T${tag}`)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await where.getByText(`Tag T${tag}`, { exact: true }).waitFor()
    await where.getByLabel('Shelf').fill('B3')
    await click('Receive')
    await where.getByText('On shelf B3', { exact: true }).waitFor()
    await where.getByText('Where it has been', { exact: true }).click()
    await where.getByText('Received it, on shelf B3.').waitFor()
    await where.getByText('Accessories: Power cable, Bag or box, Remote control').waitFor()
    await where.getByRole('button', { name: 'Enlarge: Photo 1' }).waitFor()

    // One tap each.
    await click('Take to the bench')
    await where.getByText('On the bench', { exact: true }).waitFor()
    await click('Back on B3')
    await where.getByText('On shelf B3', { exact: true }).waitFor()
    await move('Hand to a colleague')
    await where.getByLabel('Hand to').selectOption('Bob')
    await click('Hand over')
    await where.getByText('With Bob', { exact: true }).waitFor()
    await move('To a repair shop')
    await where.getByLabel('Name of the repair shop').fill('Lamps & Sons')
    await click('Hand over')
    await where.getByText('At a repair shop: Lamps & Sons', { exact: true }).waitFor()
    // A tag of another device is refused with its message.
    await ann.custody.receive({ id: await createTicket(owner), tag: other })
    await click('Scan a tag')
    await dialog.getByLabel('Number').fill(String(other))
    await page.keyboard.press('Enter')
    await where.getByText(`Tag ${other} is already on ticket`).waitFor()

    // Tickets of accounts have no receipt. A visitor's receipt can be revoked and renewed; it is shown once.
    assert.equal(await page.getByRole('button', { name: 'Create receipt' }).count(), 0)
    const visitors = await ann.counter.create({ type: 0, device: 'Radio', owner: 'Lin' })
    team.secret(visitors.receipt)
    await visit(`/desk/tickets/${visitors.id}`)
    await page.getByRole('button', { name: 'Cancel receipt' }).click()
    await page.getByRole('group', { name: 'No one will be able to use it.' }).getByRole('button').last().click()
    await page.getByText('Receipt cancelled').waitFor()
    await click('Create receipt')
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    await ann.tickets.pick({ id: visitors.id })
    await ann.tickets.retrieve({ id: visitors.id })
    await visit(`/desk/tickets/${id}`)

    await ann.tickets.update({ id, status: 5 })
    await click('Hand back')
    await page.getByLabel('Sewing machine', { exact: true }).check()
    await page.getByLabel('Power cable', { exact: true }).check()
    await page.getByLabel('Bag or box', { exact: true }).check()
    await page.getByText('1 more to tick').waitFor()
    await click('Missing: Remote control')
    await page.getByLabel('Why is it not handed back? Remote control').fill('Lent to the café')
    await page.getByLabel('Someone else is collecting it').check()
    await page.getByText('Enter the name of the person collecting it.').waitFor()
    await page.getByLabel('Their name').fill('Chen Li')
    await page.getByLabel('What they showed').selectOption('Receipt')
    await click('Signature (optional)')
    await sign(page)
    await click('Confirm hand-back')
    await page.getByText('Handed back. This ticket is closed.').waitFor()
    await where.getByText('Handed it back to Chen Li for the owner. Shown: the receipt.').waitFor()
    await where.getByText('Handed back: Power cable, Bag or box').waitFor()
    await where.getByText('Not handed back: Remote control (Lent to the café)').waitFor()
    const { custody } = await ann.tickets.info({ id })
    const line = custody?.lines.at(-1)
    assert.equal(custody?.holding, null)
    assert.equal(line?.what, 'returned')
    assert.equal(line?.pic.length, 1, 'the signature')
    assert.ok(await isInked(page, line?.pic[0] ?? ''), 'the signature is visible')

    // Undone, it is where it was.
    await click('Undo hand-back')
    await where.getByText('At a repair shop: Lamps & Sons', { exact: true }).waitFor()
    await where.getByText('Where it has been', { exact: true }).click()
    await where.getByText('Undid the hand-back. The device is still here.').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('the custody list shows devices ready for collection and their shelf, and is empty after all hand-backs', async () => {
    const lamp = await createTicket(owner, { device: 'Lamp', owner: 'Lin' })
    const radio = await createTicket(owner, { device: 'Radio', phone: '13800138000' })
    await ann.custody.receive({ id: lamp, shelf: 'C1' })
    await ann.custody.receive({ id: radio, shelf: 'A2' })
    await ann.tickets.pick({ id: radio })
    await ann.tickets.update({ id: radio, status: 5 })
    const { page, complaints, visit } = await at('/desk/custody', 1280)
    const rows = page.getByRole('main').getByRole('listitem')
    const row = (device: string) => rows.filter({ hasText: device })
    await row('Radio').getByText('Ready to collect').waitFor()
    await row('Radio').getByText('On shelf A2').waitFor()
    const devices = await rows.getByRole('link').allInnerTexts()
    const placeOf = (device: string) => devices.findIndex((text) => text.includes(device))
    assert.ok(placeOf('Radio') < placeOf('Lamp'), 'devices that wait for their owner come first')
    // A member who may see the number can call at once; others are told who can.
    await row('Radio').getByRole('link', { name: 'Call 13800138000' }).waitFor()
    await ann.tickets.assign({ id: radio, name: 'Bob' })
    await ann.tickets.drop({ id: radio })
    await row('Radio').getByText('The volunteer who works on it has the number.').waitFor()
    await page.getByLabel('Shelf').fill('C1')
    await row('Radio').waitFor({ state: 'hidden' })
    await row('Lamp').getByText('On shelf C1').waitFor()
    await page.getByLabel('Shelf').fill('Z9')
    await page.getByText('Shelf Z9 is empty').waitFor()
    for (const { id, status } of (await ann.custody.list({ count: 100 })).list) {
      if (status === 0) await ann.tickets.pick({ id })
      await ann.tickets.retrieve({ id })
    }
    await visit('/desk/custody')
    await page.getByText('The team has no devices now').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a member takes stock by scanning a printed tag with the camera, and the result is stored', async () => {
    const [kettle, fan, gone] = [
      await createTicket(owner),
      await createTicket(owner, { device: 'Fan' }),
      await createTicket(owner),
    ]
    const { page, complaints, visit, click } = await at('/desk/tags')
    await click('Create numbers')
    await page.getByRole('button', { name: 'Print' }).click()
    const [blank = 0] = (await ann.counter.tags({ count: 1 })).tags
    // As it comes out of the printer.
    await page.emulateMedia({ media: 'print' })
    const printed = page.locator('[aria-hidden=true] [class*=_tag_]').first()
    await writeCameraVideo(camera, await printed.screenshot())
    const name = (await printed.locator('strong').textContent()) ?? ''
    await page.emulateMedia({ media: 'screen' })
    await ann.custody.receive({ id: kettle, shelf: 'B3', tag: Number(name.slice(1)) })
    await ann.custody.receive({ id: fan, shelf: 'B3' })
    await ann.custody.receive({ id: gone })
    await ann.tickets.pick({ id: gone })
    await ann.tickets.retrieve({ id: gone })

    await visit('/desk/stocktake')
    await page.getByLabel('Which shelf').fill('b3')
    await click('Turn on the camera')
    await page.getByRole('status').getByText(`✓ ${name}`).waitFor()
    // The scans survive a reload.
    await page.reload()
    await page.getByText('1 scanned').waitFor()
    assert.equal(await page.getByLabel('Which shelf').inputValue(), 'b3')
    const byHand = page.getByLabel('Number')
    const type = async (text: string) => {
      await byHand.fill(text)
      await page.keyboard.press('Enter')
    }
    await type(name.toLowerCase())
    await page.getByText(`${name} has already been scanned`).waitFor()
    await type(`#${gone}`)
    await type(`T${blank}`)
    await type(`${team.url}/r#${'a'.repeat(43)}`)
    await page.getByText('This is a receipt, not a tag.').waitFor()
    await type('T999999')
    await click('Remove T999999')
    await page.getByText('3 scanned').waitFor()
    await click('Finish')
    await page.getByText('1 in the right place').waitFor()
    await page.getByRole('region', { name: '1 missing' }).getByText('Fan').waitFor()
    const stray = page.getByRole('region', { name: '2 unexpected' })
    await stray.getByText('Handed back to the owner').waitFor()
    await stray.getByText('The tag is not on a device').waitFor()
    await click('New stocktaking')
    await page.getByText('0 scanned').waitFor()
    await page.getByText('1 there · 1 missing · 2 unexpected').waitFor()
    assert.deepEqual(complaints, [])

    // A phone's own camera opens the tag's ticket, or asks for one.
    await visit(`/g/${name.slice(1)}`)
    await page.getByRole('heading', { level: 1, name: `#${kettle} kettle` }).waitFor()
    const toaster = await createTicket(owner, { device: 'Toaster' })
    await visit(`/g/${blank}`)
    await page.getByLabel('Ticket number').fill(String(toaster))
    await click('Attach the tag')
    await click('Receive and attach the tag')
    await page.getByRole('heading', { level: 1, name: `#${toaster} Toaster` }).waitFor()
    await page.getByText(`Tag T${blank}`, { exact: true }).waitFor()
    const stranger = await browser.open()
    await stranger.page.goto(`${team.url}/g/${blank}`)
    await stranger.page.getByText('If you found it somewhere else').waitFor()
    assert.deepEqual(stranger.complaints, [])
  })
})

/** Camera permission is refused, because the test browser has no user to ask. */
async function refuseCamera(page: Page): Promise<void> {
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new globalThis.DOMException('Permission denied', 'NotAllowedError'))
    const { navigator } = globalThis as unknown as { navigator: { mediaDevices: object } }
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse })
  })
}

/** Draws a stroke across the field. */
async function sign(page: Page): Promise<void> {
  const field = page.getByRole('img', { name: 'Signature field' })
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 20, { steps: 5 })
  await page.mouse.up()
}

/** Whether a picture has dark strokes on white paper. */
async function isInked(page: Page, url: string): Promise<boolean> {
  const answer = await page.request.get(new URL(new URL(url).pathname, page.url()).href)
  const { default: sharp } = await import('sharp')
  const { channels } = await sharp(await answer.body()).stats()
  return channels[0] !== undefined && channels[0].min < 60 && channels[0].mean > 200
}
