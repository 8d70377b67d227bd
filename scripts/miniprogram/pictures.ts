import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { readConfig } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { statuses } from '#contract/codes.ts'
import { type Lang, languages } from '#contract/languages.ts'
import { start } from '#main/start.ts'
import { openPhone, type Phone } from '../../test/miniprogram/phone.ts'
import { type WechatPeer, wechatPeer } from '../../test/peers/wechat.ts'
import type { Looking } from '../../test/support/browser.ts'
import { phonePhoto } from '../../test/support/pictures.ts'

const at = Temporal.Instant.from('2026-11-16T02:30:00Z').epochMilliseconds
const device = { zh_CN: '笔记本电脑', en_US: 'Laptop' }
const others = {
  zh_CN: ['电风扇', '电热水壶', '台灯'],
  en_US: ['Fan', 'Electric kettle', 'Desk lamp'],
}
const people = { zh_CN: ['李娜', '王磊', '陈静'], en_US: ['Ann', 'Bob', 'Eve'] } as const
const exams = { zh_CN: '期末考试', en_US: 'Exams' }
const wrong = { zh_CN: '风扇很响，用一会儿就发烫。', en_US: 'The fan is loud, and it gets hot.' }
const found = { zh_CN: '风扇里全是灰，清理后正常。', en_US: 'The fan was full of dust. It is quiet now.' }

/** Takes pictures of the mini-program, with a team on a Monday morning. */
export async function miniprogramPictures(browser: Looking, folder: string, lang: Lang): Promise<void> {
  await using wechat = await wechatPeer()
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-pictures-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    TEAM_TIME_ZONE: 'Asia/Shanghai',
    WEB_PUSH: 'off',
    WECHAT_APP_ID: wechat.appId,
    WECHAT_APP_SECRET: wechat.secret,
    WECHAT_BASE_URL: wechat.url,
    WECHAT_TEMPLATES: JSON.stringify([{ id: 'ready', kinds: ['ready'], fields: { thing1: 'device' } }]),
  })
  const service = await start(config, { log: pino({ level: 'silent' }), now: () => at })
  try {
    await take(browser, { folder, lang, wechat, url: service.url, adminCode: service.adminCode ?? '' })
  } finally {
    await service[Symbol.asyncDispose]()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Given {
  readonly folder: string
  readonly lang: Lang
  readonly wechat: WechatPeer
  readonly url: string
  readonly adminCode: string
}

async function take(browser: Looking, { folder, lang, wechat, url, adminCode }: Given): Promise<void> {
  const person = async (openid: string) => {
    const { token } = await connect({ url }).session.login({ code: wechat.code(openid) })
    return { token, ...connect({ url, token: () => token, lang: () => lang }) }
  }
  const phoneOf = (openid: string) =>
    openPhone(browser, { url }, wechat, { width: 375, locale: languages[lang].tag, openid })
  /** Their phone, on which they are logged in as a member. */
  const deskOf = async (openid: string, token: string) => {
    const phone = await phoneOf(openid)
    const stored = { 'mp.token': JSON.stringify(token), 'mp.member': 'true' }
    await phone.page.evaluate((values) => Object.assign(globalThis.localStorage, values), stored)
    return phone
  }
  const shot = async ({ page }: Phone, name: string) => {
    const picture = await page.screenshot()
    await sharp(picture)
      .webp({ quality: 90 })
      .toFile(join(folder, `miniprogram-${name}.${lang}.webp`))
  }
  const owner = 'openid-of-owner'
  const admin = await person('openid-of-admin')
  await admin.members.login({ code: adminCode })
  const [, , eve] = people[lang]
  const members = []
  for (const [at, name] of people[lang].entries()) {
    const member = await person(`openid-of-member-${at}`)
    await member.members.login({ code: (await admin.admin.invite({ name })).code })
    members.push(member)
  }
  const [annHere = admin, bobHere = admin, eveHere = admin] = members
  await setUp(admin, lang)
  await eveHere.leaves.ask({ week: '2026-11-18', shift: '1', reason: exams[lang] })
  for (const member of [annHere, bobHere]) await member.hours.signIn()

  let id = 0
  const filing = {
    type: 1,
    device: device[lang],
    deviceModel: 'ThinkPad X1',
    description: wrong[lang],
    owner: eve,
    accessories: [0],
  }
  const onHeaders = (header: (name: string) => string | null) => {
    id = Number(header('x-ticket-id'))
  }
  await (await person(owner)).tickets.create(filing, { onHeaders })
  const phone = await phoneOf(owner)
  await phone.page.locator('.lamp').waitFor()
  await shot(phone, 'home')
  await fill(phone, lang)
  await shot(phone, 'new')

  for (const name of others[lang]) await eveHere.tickets.create({ type: 0, device: name, owner: eve })
  await annHere.tickets.pick({ id })
  await annHere.custody.receive({ id, accessories: [0], shelf: 'B3' })
  const desk = await deskOf('openid-of-member-0', annHere.token)
  await desk.start('team/queue/queue')
  await desk.page.locator('.row').nth(3).waitFor()
  await shot(desk, 'queue')
  await desk.go(`team/ticket/ticket?id=${id}`)
  await desk.page.locator('.note, .story').first().waitFor()
  await shot(desk, 'work')
  await desk.page.emulateMedia({ colorScheme: 'dark' })
  await desk.go('team/shifts/shifts')
  await desk.page.locator('.shift').first().waitFor()
  await shot(desk, 'shifts')
  const office = await deskOf('openid-of-admin', admin.token)
  await office.page.emulateMedia({ colorScheme: 'dark' })
  await office.start('team/duty/duty')
  await office.page.getByRole('radio').nth(1).check()
  await office.page.locator('.preview .title').waitFor()
  await office.page.evaluate('scrollTo(0, 0)')
  await shot(office, 'duty')

  await annHere.tickets.addnote({ id, content: found[lang] })
  await annHere.tickets.update({ id, status: statuses.repaired })
  await phone.go(`pages/ticket/ticket?id=${id}`)
  await phone.page.getByText(found[lang]).waitFor()
  await shot(phone, 'ticket')
}

/** A team with hours, a roster and signing in. */
async function setUp(admin: Pick<ReturnType<typeof connect>, 'admin' | 'rosters'>, lang: Lang): Promise<void> {
  const [ann, bob, eve] = people[lang]
  await admin.admin.updateSettings({
    teamName: lang === 'zh_CN' ? '校园义务维修队' : 'Campus Repair Team',
    place: { name: { zh_CN: '3 号楼 105 室', en_US: 'Building 3, room 105' }, map: '' },
    timetable: [{ shift: 1, from: '09:00', until: '12:00' }],
    signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
  })
  await admin.rosters.create({
    name: 'Autumn',
    sheet: [
      { weekday: 1, shift: 1, workers: [ann, bob], leader: ann },
      { weekday: 3, shift: 1, workers: [bob, eve], leader: bob },
      { weekday: 5, shift: 1, workers: [ann, eve], leader: ann },
    ],
  })
}

async function fill({ page, chooses, go }: Phone, lang: Lang): Promise<void> {
  await go('pages/new/new')
  const fields = page.locator('.field .mp-inner')
  await page.getByRole('radio').nth(1).check()
  await fields.nth(0).fill(device[lang])
  await fields.nth(2).fill(wrong[lang])
  await chooses(await phonePhoto())
  await page.locator('.photo-add').tap()
  await page.locator('.privacy .button-main').tap()
  await page.locator('.photo-remove').waitFor()
  await page.locator('.photo-percent').waitFor({ state: 'detached' })
  await page.evaluate('scrollTo(0, 0)')
}
