import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { printedSheets, scanQrCode } from '../support/printing.ts'
import { deskRole, staffedDay } from '../support/repair-days.ts'
import { newTeam } from '../support/team.ts'

const sizes = [
  { name: { en: 'A6 sheet', zh: 'A6 纸' }, width: 105, height: 148 },
  { name: { en: '80 mm roll', zh: '80 毫米卷纸' }, width: 80 },
  { name: { en: '62 mm label', zh: '62 毫米标签' }, width: 62 },
] as const

/** The text and code of a printed sheet, which have to be inside of it. */
async function printed(page: Page, width: number): Promise<{ text: string; code: string }> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: Math.round((width * 96) / 25.4), height: 900 })
  const sheet = page.locator('body > div[aria-hidden=true]')
  const { text, wider } = await sheet.evaluate((element) => ({
    text: element.innerText,
    wider: element.ownerDocument.documentElement.scrollWidth - element.ownerDocument.documentElement.clientWidth,
  }))
  assert.equal(wider, 0, 'nothing is cut off')
  const code = await scanQrCode(sheet.getByRole('img', { includeHidden: true }).first())
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1000, height: 900 })
  return { text, code }
}

async function file(page: Page, device: string): Promise<void> {
  await page.getByLabel('Device', { exact: true }).fill(device)
  await page.getByLabel('Power cable').check()
  await page.getByLabel('Phone', { exact: true }).fill('13800138000')
  await page.getByLabel('Phone', { exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Submitted' }).waitFor()
}

test('receipts, blank tags and the paper list print correctly', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await admin.admin.updateSettings({
    teamName: 'East Campus Repairs',
    place: { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: '' },
    timetable: [{ shift: 1, from: '12:00', until: '14:00' }],
  })
  const sheet = [1, 3].map((weekday) => ({ weekday, shift: 1, workers: ['admin'] }))
  await admin.rosters.create({ name: 'Autumn', sheet })
  const { url } = await admin.team.info()
  await using browser = await openBrowser()
  const { page, context, complaints } = await browser.open({ width: 1000, height: 900 })
  await page.addInitScript(() => {
    Object.assign(globalThis, { prints: 0, print: () => Object.assign(globalThis, { prints: prints() + 1 }) })
    const prints = () => (globalThis as { prints?: number }).prints ?? 0
  })
  const prints = () => page.evaluate(() => (globalThis as { prints?: number }).prints)
  await logIn(page, team.url, admin.token)

  await page.goto(`${team.url}/desk/counter`)
  await file(page, 'Kettle')
  await page.getByText('Ticket #1').first().waitFor()
  let secret = ''
  for (const { name, width, ...size } of sizes) {
    await page.getByText(name.en).click()
    const onPaper = await printedSheets(page)
    assert.deepEqual({ pages: onPaper.pages, width: onPaper.width }, { pages: 1, width })
    if ('height' in size) assert.equal(onPaper.height, size.height)
    else assert.ok(onPaper.height < 170, `a roll is as long as what is on it: ${onPaper.height}`)
    const { text, code } = await printed(page, width)
    const promised = [
      'East Campus Repairs',
      'A01',
      'Ticket #1',
      'Kettle',
      'Power cable',
      'Building 3',
      'Mon, Wed 12:00–14:00',
    ]
    for (const needed of promised) assert.ok(text.includes(needed), `${name.en}: ${needed} in ${text}`)
    assert.ok(text.replaceAll(/\s/g, '').includes(code.replace('http://', '')), 'the address can be typed as well')
    assert.equal(text.includes('13800138000'), false)
    secret = code.slice(`${url}/r#`.length)
    assert.equal(code, `${url}/r#${secret}`)
  }
  assert.equal((await team.anyone.receipts.info({ receipt: secret })).ticket.device, 'Kettle')

  await page.getByRole('button', { name: '中文' }).click()
  for (const { name, width } of sizes) {
    await page.getByText(name.zh).click()
    const { text } = await printed(page, width)
    for (const needed of ['排队号', 'A01', '工单 #1', '电源线', '三号楼', '周一、周三 12:00–14:00'])
      assert.ok(text.includes(needed), `${name.zh}: ${needed} in ${text}`)
  }
  await page.getByRole('button', { name: 'English' }).click()

  assert.equal(await prints(), 0)
  await page.getByRole('button', { name: 'Print receipt' }).click()
  assert.equal(await prints(), 1)
  await page.getByRole('switch', { name: 'Print receipts right away' }).check()
  assert.equal(await prints(), 1, 'a printed receipt is not printed again')
  await page.getByRole('button', { name: 'Next visitor' }).click()
  await context.setOffline(true)
  await file(page, 'Lamp')
  assert.equal(await prints(), 2)
  assert.deepEqual(
    { ...(await printedSheets(page)), height: 0 },
    { pages: 1, width: 62, height: 0 },
    'the size is kept',
  )
  const alone = await printed(page, 62)
  for (const needed of ['Not sent yet', 'Lamp', 'Power cable', 'Building 3', 'Mon, Wed 12:00–14:00'])
    assert.ok(alone.text.includes(needed), `${needed} in ${alone.text}`)
  await context.setOffline(false)
  await page.getByText('Ticket #2').first().waitFor()
  const receipt = alone.code.slice(`${url}/r#`.length)
  assert.equal((await team.anyone.receipts.info({ receipt })).ticket.device, 'Lamp')

  await page.getByRole('button', { name: 'Next visitor' }).click()
  await page.getByRole('link', { name: 'Print blank tags' }).click()
  await page.getByText('2', { exact: true }).click()
  await page.getByRole('button', { name: 'Create numbers' }).click()
  await page.getByRole('button', { name: 'Print tags' }).click()
  assert.deepEqual(await printedSheets(page), { pages: 2, width: 210, height: 297 })
  const tags = await printed(page, 210)
  assert.equal(tags.text.match(/\bT\d+\b/g)?.length, 48)
  const [, tag] = /\/g\/(\d+)$/.exec(tags.code) ?? []
  assert.equal(tags.code, `${url}/g/${tag}`)
  assert.ok(tags.text.includes(`T${tag}`))
  assert.deepEqual(await admin.counter.tag({ tag: Number(tag) }), { id: 0 })

  await page.goto(`${team.url}/desk/paper`)
  await page.getByRole('button', { name: 'Print list' }).waitFor()
  assert.deepEqual(await printedSheets(page), { pages: 2, width: 297, height: 210 })
  assert.deepEqual(complaints, [])
})

test('the poster, the table signs and the list of helpers of a repair day print on A4', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const { id, roles } = await staffedDay(team, [deskRole, deskRole])
  const admin = await team.admin()
  const { url } = await admin.team.info()
  await (await team.member('Ann')).helpers.help({ id, role: roles[0] })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1000, height: 900 })
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/events/${id}?view=paper`)
  await page.getByText('Table signs').waitFor()
  const a4 = { width: 210, height: 297 }
  assert.deepEqual(await printedSheets(page), { pages: 1, ...a4 })
  const poster = await printed(page, 210)
  for (const needed of ['Repair day in November', 'Saturday 21 November', '14:00–17:00', 'Library', 'Appliance'])
    assert.ok(poster.text.includes(needed), `${needed} in ${poster.text}`)
  assert.equal(poster.code, `${url}/events/${id}`)
  await page.getByText('Table signs').click()
  assert.deepEqual(await printedSheets(page), { pages: 2, ...a4 })
  await page.getByText('List of helpers').click()
  assert.deepEqual(await printedSheets(page), { pages: 1, ...a4 })
  const sheet = page.locator('body > div[aria-hidden=true]')
  for (const needed of ['Desk', 'Ann', 'Signature'])
    assert.ok((await sheet.textContent())?.includes(needed), `${needed} is on the list`)
  assert.deepEqual(complaints, [])
})
