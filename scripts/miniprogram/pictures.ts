import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { readConfig } from '#config/config.ts'
import { type Client, connect } from '#contract/client.ts'
import { statuses } from '#contract/codes.ts'
import { type Lang, languages } from '#contract/languages.ts'
import { start } from '#main/start.ts'
import { openPhone, type Phone } from '../../test/miniprogram/phone.ts'
import { type WechatPeer, wechatPeer } from '../../test/peers/wechat.ts'
import type { OpenBrowser } from '../../test/support/browser.ts'
import { phonePhoto } from '../../test/support/pictures.ts'
import { diskFolder } from '../shared/figures.ts'

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

export async function miniprogramPictures(browser: OpenBrowser, folder: string, lang: Lang): Promise<void> {
  await using wechat = await wechatPeer()
  using data = diskFolder()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: data.dir,
    TEAM_TIME_ZONE: 'Asia/Shanghai',
    WEB_PUSH: 'off',
    WECHAT_APP_ID: wechat.appId,
    WECHAT_APP_SECRET: wechat.secret,
    WECHAT_BASE_URL: wechat.url,
    WECHAT_TEMPLATES: JSON.stringify([{ id: 'ready', kinds: ['ready'], fields: { thing1: 'device' } }]),
  })
  await using service = await start(config, { log: pino({ level: 'silent' }), now: () => at })
  const camera = cameraOf(browser, folder, lang, wechat, service.url)
  const { logIn, phoneOf, shoot } = camera
  const admin = await logIn('openid-of-admin')
  await admin.members.login({ code: service.adminCode ?? '' })
  const members: Awaited<ReturnType<typeof logIn>>[] = []
  for (const [i, name] of people[lang].entries()) {
    const member = await logIn(`openid-of-member-${i}`)
    await member.members.login({ code: (await admin.admin.invite({ name })).code })
    members.push(member)
  }
  const [ann = admin, bob = admin, eve = admin] = members
  await setUp(admin, lang)
  await eve.leaves.ask({ week: '2026-11-18', shift: '1', reason: exams[lang] })
  for (const member of [ann, bob]) await member.hours.signIn()

  const id = await file(await logIn('openid-of-owner'), lang)
  const phone = await phoneOf('openid-of-owner')
  await phone.page.locator('.lamp').waitFor()
  await shoot(phone, 'home')
  await fill(phone, lang)
  await shoot(phone, 'new')

  for (const name of others[lang]) await eve.tickets.create({ type: 0, device: name, owner: people[lang][2] })
  await ann.tickets.pick({ id })
  await ann.custody.receive({ id, accessories: [0], shelf: 'B3' })
  await shootMemberPages(camera, { member: ann.token, admin: admin.token, ticket: id })

  await ann.tickets.addnote({ id, content: found[lang] })
  await ann.tickets.update({ id, status: statuses.repaired })
  await phone.go(`pages/ticket/ticket?id=${id}`)
  await phone.page.getByText(found[lang]).waitFor()
  await shoot(phone, 'ticket')
}

type Camera = ReturnType<typeof cameraOf>

function cameraOf(browser: OpenBrowser, folder: string, lang: Lang, wechat: WechatPeer, url: string) {
  const logIn = async (openid: string) => {
    const { token } = await connect({ url }).session.login({ code: wechat.code(openid) })
    return { token, ...connect({ url, token: () => token, lang: () => lang }) }
  }
  const phoneOf = (openid: string) =>
    openPhone(browser, { url }, wechat, { width: 375, locale: languages[lang].tag, openid })
  const memberPhone = async (openid: string, token: string) => {
    const phone = await phoneOf(openid)
    const stored = { 'mp.token': JSON.stringify(token), 'mp.member': 'true' }
    await phone.page.evaluate((values) => Object.assign(globalThis.localStorage, values), stored)
    return phone
  }
  const shoot = async ({ page }: Phone, name: string) => {
    await sharp(await page.screenshot())
      .webp({ quality: 90 })
      .toFile(join(folder, `miniprogram-${name}.${lang}.webp`))
  }
  return { logIn, phoneOf, memberPhone, shoot }
}

async function shootMemberPages(
  { memberPhone, shoot }: Camera,
  { member, admin, ticket }: { readonly member: string; readonly admin: string; readonly ticket: number },
): Promise<void> {
  const desk = await memberPhone('openid-of-member-0', member)
  await desk.start('team/queue/queue')
  await desk.page.locator('.row').nth(3).waitFor()
  await shoot(desk, 'queue')
  await desk.go(`team/ticket/ticket?id=${ticket}`)
  await desk.page.locator('.note, .story').first().waitFor()
  await shoot(desk, 'work')
  await desk.page.emulateMedia({ colorScheme: 'dark' })
  await desk.go('team/shifts/shifts')
  await desk.page.locator('.shift').first().waitFor()
  await shoot(desk, 'shifts')

  const office = await memberPhone('openid-of-admin', admin)
  await office.page.emulateMedia({ colorScheme: 'dark' })
  await office.start('team/duty/duty')
  await office.page.getByRole('radio').nth(1).check()
  await office.page.locator('.preview .title').waitFor()
  await office.page.evaluate('scrollTo(0, 0)')
  await shoot(office, 'duty')
}

/** Files the ticket of the pictures; returns its number. */
async function file({ tickets }: Client, lang: Lang): Promise<number> {
  const filing = { type: 1, device: device[lang], deviceModel: 'ThinkPad X1', description: wrong[lang] }
  let id = 0
  const onHeaders = (header: (name: string) => string | null) => {
    id = Number(header('x-ticket-id'))
  }
  await tickets.create({ ...filing, owner: people[lang][2], accessories: [0] }, { onHeaders })
  return id
}

async function setUp(admin: Client, lang: Lang): Promise<void> {
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
