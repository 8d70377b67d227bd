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
    return connect({ url, token: () => token, lang: () => lang })
  }
  const admin = await person('openid-of-eve')
  await admin.members.login({ code: adminCode })
  await admin.admin.updateSettings({
    teamName: lang === 'zh_CN' ? '校园义务维修队' : 'Campus Repair Team',
    place: { name: { zh_CN: '3 号楼 105 室', en_US: 'Building 3, room 105' }, map: '' },
    timetable: [{ shift: 1, from: '09:00', until: '12:00' }],
  })
  await admin.duty.update({ isInDuty: true, currentDuty: '1', inDutyCnt: 3 })
  const openid = 'openid-of-ann'
  let id = 0
  const filing = { type: 1, device: device[lang], deviceModel: 'ThinkPad X1', description: wrong[lang] }
  const onHeaders = (headers: Headers) => {
    id = Number(headers.get('x-ticket-id'))
  }
  await (await person(openid)).tickets.create(filing, { onHeaders })
  const phone = await openPhone(browser, { url }, wechat, { width: 375, locale: languages[lang].tag, openid })
  const shot = async (name: string) => {
    const picture = await phone.page.screenshot()
    await sharp(picture)
      .webp({ quality: 90 })
      .toFile(join(folder, `miniprogram-${name}.${lang}.webp`))
  }
  await phone.page.locator('.lamp').waitFor()
  await shot('home')
  await fill(phone, lang)
  await shot('new')
  await admin.tickets.pick({ id })
  await admin.tickets.addnote({ id, content: found[lang] })
  await admin.tickets.update({ id, status: statuses.repaired })
  await phone.go(`pages/ticket/ticket?id=${id}`)
  await phone.page.getByText(found[lang]).waitFor()
  await shot('ticket')
  await phone.go('pages/account/account')
  await phone.page.getByRole('switch').first().waitFor()
  await shot('account')
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
