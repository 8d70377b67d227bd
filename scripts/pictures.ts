import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { mailContent } from '#adapters/messages/mail-content.ts'
import { readConfig } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { statuses } from '#contract/codes.ts'
import { sample } from '#contract/fields.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { start } from '#main/start.ts'
import { logIn, type OpenBrowser, openBrowser } from '../test/support/browser.ts'
import { decodeQrCode, printedSheets } from '../test/support/printing.ts'
import { type Spreadsheet, spreadsheets } from '../test/support/spreadsheets.ts'
import { miniprogramPictures } from './miniprogram/pictures.ts'
import { diskFolder } from './shared/figures.ts'

// Pictures of the pages for the docs, with the demo team on a Monday morning at half past ten.
const at = Temporal.Instant.from('2026-11-16T02:30:00Z').epochMilliseconds
const folder = join(import.meta.dirname, '../docs/pictures')

interface Shot {
  readonly name: string
  readonly path: string
  readonly who?: 'user' | 'member' | 'admin'
  readonly width: number
  readonly height: number
  readonly dark?: boolean
  /** A file to choose on the page. */
  readonly file?: Spreadsheet
  /** A key to press on the page. */
  readonly key?: string
}
const shots: readonly Shot[] = [
  { name: 'portal', path: '/', who: 'user', width: 390, height: 780 },
  { name: 'ticket', path: '/desk/tickets/134', who: 'member', width: 390, height: 780 },
  { name: 'closing', path: '/desk/tickets/134', who: 'member', width: 1280, height: 1000, key: 'r' },
  { name: 'desk', path: '/desk', who: 'member', width: 1280, height: 780 },
  { name: 'console', path: '/console/statistics', who: 'admin', width: 1280, height: 780 },
  { name: 'board', path: '/board', width: 1280, height: 720, dark: true },
  { name: 'impact', path: '/impact', width: 900, height: 1100 },
  { name: 'import', path: '/console/import', who: 'admin', width: 1280, height: 1500, file: spreadsheets.chineseLog },
  { name: 'hours', path: '/desk/hours', who: 'member', width: 390, height: 1000 },
  { name: 'hours-console', path: '/console/hours', who: 'admin', width: 1280, height: 1064 },
]
/** Receipts, by the label of the paper. */
const papers = { a6: /A6/, roll: /80/, label: /62/ }

using data = diskFolder()
const everywhere = { PORT: '0', DATA_DIR: data.dir, TEAM_TIME_ZONE: 'Asia/Shanghai' }
const log = pino({ level: 'silent' })
await using browser = await openBrowser()
mkdirSync(folder, { recursive: true })
const { member, board } = await shootDemo()
// These pages show a public address, which Fettle refuses together with the demo login.
const config = readConfig({ ...everywhere, PUBLIC_URL: 'https://repair.example.edu' })
await using service = await start(config, { log, now: () => at })
for (const shot of shots) if (!shot.who) await shoot(service.url, shot)
await shoot(service.url, { name: 'board-code', path: `/board#${board}`, width: 1280, height: 720 })
await shootReceipts(service.url, member)
await shootCertificate(service.url, member)
for (const lang of langs) {
  await shootMail(lang)
  await miniprogramPictures(browser, folder, lang)
}

/** Takes the pictures that need the demo team; returns the tokens of a member and of a board. */
async function shootDemo(): Promise<{ member: string; board: string }> {
  const config = readConfig({ ...everywhere, DEMO_LOGIN: 'on' })
  await using service = await start(config, { log, now: () => at, demo: true })
  const tokens = await people(service.url, service.adminCode ?? '')
  for (const shot of shots) if (shot.who) await shoot(service.url, shot, tokens[shot.who])
  const { tickets, hours } = connect({ url: service.url, token: () => tokens.admin })
  // The board needs devices that are ready to be collected.
  for (const id of [134, 135, 136, 137]) await tickets.update({ id, status: statuses.repaired })
  return { member: tokens.member, board: (await hours.makeBoard()).token }
}

async function save(name: string, png: Buffer): Promise<void> {
  await sharp(png)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
}

/** A session of each kind. */
async function people(url: string, adminCode: string): Promise<Record<'user' | 'member' | 'admin', string>> {
  const enter = async (code: string, memberCode?: string) => {
    const { token } = await connect({ url }).session.login({ code })
    if (memberCode !== undefined) await connect({ url, token: () => token }).members.login({ code: memberCode })
    return token
  }
  return {
    user: await enter('demo-user-1'),
    member: await enter('demo-member-1', ''),
    admin: await enter('the-admin', adminCode),
  }
}

/** Opens a page at the time of the pictures, logged in if there is a token. Fails if the browser complains about the page. */
async function visit(
  looks: Parameters<OpenBrowser['open']>[0],
  { url, token }: { readonly url: string; readonly token?: string | undefined },
  take: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, context, complaints } = await browser.open(looks)
  await page.clock.setFixedTime(at)
  if (token) await logIn(page, url, token)
  await take(page)
  await context.close()
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

/** The mail that says that a device is ready. */
async function shootMail(lang: Lang): Promise<void> {
  const { ready } = words[lang].messages.told
  const device = lang === 'zh_CN' ? '电水壶' : sample.device
  const place = lang === 'zh_CN' ? '3 号楼 105 室' : 'Building 3, room 105'
  const team = lang === 'zh_CN' ? '东区维修队' : 'East Campus Repairs'
  const next = { date: '2026-11-17', from: '14:00', until: '17:00' }
  const { subject, text } = ready({ number: 33, device, place, next })
  const url = 'https://repair.example.edu'
  const { html } = mailContent(
    {
      id: 'picture',
      at,
      lang,
      team,
      kind: 'ready',
      subject,
      each: [],
      texts: [text],
      link: `${url}/t/33`,
      fields: { number: '33' },
    },
    { choices: url, stop: url },
  )
  await visit({ width: 560, height: 420 }, { url }, async (page) => {
    await page.setContent(html)
    await save(`mail.${lang}`, await page.screenshot())
  })
}

/** Files a ticket for a visitor at the counter, and takes the receipt as each printer prints it. */
async function shootReceipts(url: string, token: string): Promise<void> {
  await visit({ width: 1000, height: 900 }, { url, token }, async (page) => {
    for (const lang of langs) {
      await connect({ url, token: () => token }).users.updateLocale({ lang })
      await page.goto(`${url}/desk/counter`)
      await page.locator(`html[lang=${languages[lang].tag}]`).waitFor()
      await page.locator('input[name=device]').fill(lang === 'zh_CN' ? '电水壶' : sample.device)
      await page.locator('input[name=accessories]').nth(1).check()
      await page.locator('input[name=phone]').fill('13800138000')
      await page.keyboard.press('Enter')
      const sheet = page.locator('[data-paper]')
      await sheet.getByText(/ #\d/).waitFor({ state: 'attached' })
      for (const [name, label] of Object.entries(papers)) {
        await page.locator('label').filter({ hasText: label }).click()
        await page.locator(`[data-paper=${name}]`).waitFor({ state: 'attached' })
        await savePaper(page, `receipt-${name}.${lang}`, 'https://repair.example.edu/r#')
      }
    }
  })
}

/** The certificate as it is printed; it is in both languages. */
async function shootCertificate(url: string, token: string): Promise<void> {
  await visit({ width: 1000, height: 900 }, { url, token }, async (page) => {
    await page.goto(`${url}/desk/certificate`)
    await page.locator('button[type=submit]').click()
    await page
      .getByText(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)
      .first()
      .waitFor()
    await savePaper(page, 'certificate', 'https://repair.example.edu/certificate#')
  })
}

/** Saves a page as it is printed. It must fit on one sheet and show a QR code that leads to the address. */
async function savePaper(page: Page, name: string, address: string): Promise<void> {
  const { pages, width, height } = await printedSheets(page)
  if (pages !== 1) throw new Error(`${name} takes ${pages} sheets`)
  const png = await onPaper(page, width, height)
  if (!(await decodeQrCode(png)).startsWith(address)) throw new Error(`${name} shows no code for ${address}`)
  await save(name, png)
}

/** A picture of a sheet, whose size is in millimetres, with two dots for each pixel because people look at it closely. */
async function onPaper(page: Page, width: number, height: number): Promise<Buffer> {
  const before = page.viewportSize()
  const pixels = (millimetres: number) => 2 * Math.round((millimetres * 96) / 25.4)
  const size = { width: pixels(width), height: pixels(height) }
  const zoom = (factor: string) =>
    page.locator('html').evaluate((root, by) => root.style.setProperty('zoom', by), factor)
  await page.setViewportSize(size)
  await page.emulateMedia({ media: 'print' })
  await zoom('2')
  const png = await page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, ...size } })
  await zoom('')
  await page.emulateMedia({ media: null })
  if (before) await page.setViewportSize(before)
  return png
}

async function shoot(url: string, shot: Shot, token?: string): Promise<void> {
  for (const lang of langs) await shootIn(lang, url, shot, token)
}

async function shootIn(lang: Lang, url: string, shot: Shot, token?: string): Promise<void> {
  const { name, path, width, height, dark = false, file, key } = shot
  if (token) await connect({ url, token: () => token }).users.updateLocale({ lang })
  const looks = { width, height, locale: lang.replace('_', '-'), colorScheme: dark ? 'dark' : 'light' } as const
  await visit(looks, { url, token }, async (page) => {
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('load')
    await page.locator('[role=status] .mantine-Loader-root').first().waitFor({ state: 'detached' })
    if (file) {
      const chosen = { name: file.file, mimeType: 'text/csv', buffer: file.bytes }
      await page.locator('input[type=file]').setInputFiles(chosen)
      await page.locator('table').waitFor()
    }
    if (key) {
      await page.keyboard.press(key)
      await page.locator('form').getByRole('radio').first().waitFor()
    }
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await save(`${name}.${lang}`, await page.screenshot({ animations: 'disabled' }))
  })
}
