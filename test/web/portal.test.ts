import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { commonWords } from '#client/words/common.ts'
import { filingWords } from '#client/words/filing.ts'
import { myTicketsWords } from '#client/words/my-tickets.ts'
import { ownerWords } from '#client/words/owner.ts'
import { portalWords } from '#client/words/portal.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { statuses } from '#contract/codes.ts'
import { limits } from '#contract/fields.ts'
import { words } from '#contract/words/index.ts'
import { accessibilityViolations } from '../support/axe.ts'
import {
  dropNextResponse,
  logIn,
  navigate,
  noBrowser,
  type OpenBrowser,
  openBrowser,
  switchUser,
} from '../support/browser.ts'
import { largePhoto, photo } from '../support/pictures.ts'
import { addRoster, off, others, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const zh = {
  common: commonWords('zh_CN'),
  filing: filingWords('zh_CN'),
  myTickets: myTicketsWords('zh_CN'),
  owner: ownerWords('zh_CN'),
  portal: portalWords('zh_CN'),
  ticket: ticketWords('zh_CN'),
}
const { accessory, status } = words.zh_CN.codes

const picture = async (name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer: await photo() })
const choosePhotos = (page: Page, files: Awaited<ReturnType<typeof picture>>[]) =>
  page.locator('input[type=file]').setInputFiles(files)

describe('pages of owners', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let people: TeamWithRoster
  /** One in English that one person after the other uses. */
  let opened: Awaited<ReturnType<OpenBrowser['open']>>
  before(async () => {
    team = await newTeam()
    browser = await openBrowser()
    people = await addRoster(team)
    opened = await browser.open({ width: 1440, height: 900 })
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  test('a user sees the duty, submits a ticket with a photo and comments on it, on a phone in Chinese', async () => {
    const { admin, bob } = people
    await admin.duty.update(others('2026-11-18T10:00/2026-11-18T11:30', '三号门'))
    const place = { name: { zh_CN: '三号楼 105', en_US: 'Building 3' }, map: 'https://maps.example.org/?q=3' }
    await admin.admin.updateSettings({ place })
    const { context, complaints, ...phone } = await browser.open({ locale: 'zh-CN' })
    let { page } = phone
    await page.goto(team.url)
    const duty = page.getByRole('region', { name: zh.portal.duty })
    await duty.getByRole('heading', { name: zh.portal.open }).waitFor()
    await duty.getByText(zh.portal.until('今天', '12:00')).waitFor()
    await duty.getByText(zh.portal.leads('Ann')).waitFor()
    await duty.getByText('三号楼 105').waitFor()
    assert.equal(await duty.getByRole('link', { name: zh.common.map }).getAttribute('href'), place.map)
    await duty.getByText(zh.portal.people(2)).waitFor()
    const week = page.getByRole('region', { name: '本周开放时间' })
    await week.getByText('10:00–11:30 三号门').waitFor()
    assert.deepEqual(await week.locator('dt').allInnerTexts(), [
      '周一 · 今天',
      '周二',
      '周三',
      '周四',
      '周五',
      '周六',
      '周日',
    ])

    // A visitor writes and takes photos first, and the login at the end submits the ticket.
    await page.getByRole('link', { name: zh.portal.file }).click()
    await page.getByRole('radio', { name: zh.filing.computer }).check()
    await page.getByLabel(zh.filing.device).fill('笔记本电脑')
    await page.getByLabel('品牌和型号').fill('小新 14')
    await page.getByLabel('有什么问题').fill('风扇很响\n自动关机')
    await page.getByRole('checkbox', { name: accessory.power_adapter }).check()
    await page.getByRole('checkbox', { name: accessory.bag_or_box }).check()
    const heavy = { ...(await picture()), buffer: await largePhoto() }
    assert.ok(heavy.buffer.length > limits.upload, 'more than the service takes: the page makes it smaller')
    await choosePhotos(page, [heavy])
    await page.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    await choosePhotos(page, [await picture()])
    await page.getByRole('button', { name: zh.ticket.removePhoto(2) }).click()
    await page.getByLabel(zh.filing.owner).fill('安')
    await page.getByLabel(zh.filing.phone).fill('12')
    const logInAndSend = page.getByRole('button', { name: zh.filing.logIn })
    await logInAndSend.click()
    await page.getByText('电话不是').waitFor()
    await page.getByLabel(zh.filing.phone).fill('13800138000')

    // Typed text and the photo survive closing the tab.
    const again = await context.newPage()
    await page.close()
    page = again
    await page.goto(`${team.url}/new`)
    await page.getByText(zh.filing.kept).waitFor()
    assert.equal(await page.getByLabel(zh.filing.device).inputValue(), '笔记本电脑')
    assert.ok(await page.getByRole('checkbox', { name: accessory.bag_or_box }).isChecked())
    assert.equal(await page.getByLabel(zh.filing.phone).inputValue(), '13800138000')
    await page.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    await page.getByRole('button', { name: zh.filing.logIn }).dblclick()
    await page.getByLabel('名字').fill('ann')
    await page.getByRole('button', { name: zh.portal.signIn, exact: true }).click()

    await page.getByRole('heading', { level: 1, name: '笔记本电脑 小新 14' }).waitFor()
    await page.getByText('三号楼 105').waitFor()
    const ann = await team.user('ann', 'zh_CN')
    const { list } = await ann.tickets.mine()
    assert.equal(list.length, 1, 'a double tap is one ticket')
    const id = list[0]?.id ?? 0
    assert.equal(new URL(page.url()).pathname, `/mine/${id}`)
    const filed = await ann.tickets.info({ id })
    assert.deepEqual(
      [filed.type, filed.description, filed.accessories, filed.owner, filed.phone],
      [1, '风扇很响\n自动关机', [0, 5], '安', '13800138000'],
    )
    assert.equal(filed.notes[1]?.pic.length, 1)
    assert.deepEqual(
      await ann.users.info(),
      { name: '安', phone: '13800138000' },
      'the empty profile is filled from the ticket',
    )
    const progress = page.getByRole('list', { name: zh.ticket.progress })
    assert.equal(await progress.locator('[aria-current=step]').innerText(), zh.ticket.steps.filed)

    // The picture becomes large and small again, with the keyboard too.
    await page.getByRole('button', { name: zh.ticket.enlarge(zh.ticket.photo(1)) }).click()
    const large = page.getByRole('dialog', { name: zh.ticket.photo(1) })
    const img = large.getByRole('img')
    // The wait fails if the image cannot be decoded.
    await img.evaluate((image: { decode(): Promise<void> }) => image.decode())
    const small = await img.boundingBox()
    await large.getByRole('button', { name: zh.ticket.zoom }).click()
    assert.ok(((await img.boundingBox())?.width ?? 0) > (small?.width ?? 0))
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'hidden' })

    // There is no place in line before the device is here.
    await page.getByRole('region', { name: zh.ticket.sentence.submitted }).getByText('三号楼 105').waitFor()
    assert.equal(await page.getByText('下一个就是你。').count(), 0)
    await bob.custody.receive({ id, shelf: 'A1' })
    await page.getByRole('region', { name: zh.ticket.sentence.here, exact: true }).getByText('下一个就是你。').waitFor()
    await page.getByText(/^你 · .* · 提交了工单。$/).waitFor()
    const contact = page.getByRole('region', { name: zh.myTickets.contact })
    await contact.getByRole('button', { name: zh.common.edit }).click()
    await contact.getByLabel(zh.myTickets.phone).fill('13900139000')
    await contact.getByRole('button', { name: zh.common.save }).click()
    await contact.getByText('13900139000', { exact: true }).waitFor()

    // A member moves the ticket and answers; the page and the start page show both without a reload.
    await bob.tickets.pick({ id })
    await bob.tickets.addnote({ id, content: '什么时候开始的？' })
    await page.getByText('什么时候开始的？').waitFor()
    assert.equal(await progress.locator('[aria-current=step]').innerText(), zh.ticket.steps.taken)
    await page.getByRole('link', { name: zh.common.nav.home }).click()
    const open = page.getByRole('region', { name: zh.portal.openTickets })
    await open.getByText(status.accepted).waitFor()
    await open.getByRole('link', { name: /笔记本电脑/ }).click()

    // What a ticket on hold waits for stands on top, and the answer is one tap away.
    await bob.tickets.update({ id, status: statuses.waiting })
    const held = page.getByRole('region', { name: zh.ticket.sentence.waiting })
    await held.getByText('什么时候开始的？').waitFor()
    await held.getByRole('button', { name: zh.ticket.answer }).click()
    await page.locator('textarea[name=content]:focus').waitFor()

    // One file is no photo and says so.
    await page.getByLabel(zh.owner.comment).fill('上周')
    const text = { name: 'not.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
    await choosePhotos(page, [text, await picture()])
    await page.getByText('照片 1 必须是').waitFor()
    await page.getByRole('button', { name: zh.ticket.removePhoto(1) }).click()
    await page.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    await page.getByRole('button', { name: zh.ticket.send }).dblclick()
    await page.getByText(zh.ticket.sent).waitFor()
    await page.getByRole('listitem').filter({ hasText: '上周' }).getByRole('button', { name: '放大' }).waitFor()
    assert.equal(await page.getByLabel(zh.owner.comment).inputValue(), '')
    const said = (await ann.tickets.info({ id })).notes.filter(({ content }) => content === '上周')
    assert.deepEqual(
      said.map(({ pic }) => pic.length),
      [1],
    )

    // What is ready is the first thing on the home page, with the place to collect it.
    await bob.tickets.update({ id, status: statuses.repaired })
    await page.getByRole('region', { name: zh.owner.ready }).getByText('三号楼 105').waitFor()
    await navigate(page, `${team.url}/`)
    const ready = page.getByRole('region', { name: zh.portal.readyTickets })
    await ready.getByRole('link', { name: /笔记本电脑.*三号楼 105/ }).waitFor()
    await ready.and(page.locator(`section:has(~ [aria-label=${zh.portal.duty}])`)).waitFor()

    // A contact edited on a ticket is offered next time.
    await page.goto(`${team.url}/new`)
    await page.getByText('安 · 13900139000').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a ticket completed without a network is sent once when the network returns, and comments are sent once, on a laptop in English', async () => {
    const { page, context, complaints } = opened
    const ben = await team.user('ben')
    await logIn(page, team.url, ben.token)
    await page.goto(`${team.url}/new`)
    await page.getByLabel('Device').fill('Kettle')
    const send = page.getByRole('button', { name: 'Submit ticket' })
    const uploaded = page.waitForResponse((response) => response.url().endsWith('/upload'))
    await choosePhotos(page, [await picture()])
    await (await uploaded).finished()
    await page.getByLabel('Name').fill('Ben')

    // A photo chosen without a network waits in the browser with the ticket.
    await context.setOffline(true)
    await choosePhotos(page, [await picture()])
    await page.getByText('The network failed. Not uploaded.').waitFor()
    await page.getByLabel('What is wrong').fill('Leaks')
    await send.click()
    const kettle = page.getByRole('region', { name: 'Kettle' })
    await kettle.getByText('You are offline. The ticket is saved on this device').waitFor()
    await kettle.getByText('2 photos').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])

    // After a reload the saved ticket is there, and can be changed in the form. Its answer is lost, and the repeat
    // creates no second ticket.
    await context.route('**/tickets/create', (route) => route.abort())
    await context.setOffline(false)
    await page.reload()
    await kettle.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('What is wrong').fill('Leaks a lot')
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ben')
    await page.getByRole('img', { name: 'Photo 2' }).waitFor()
    await send.click()
    await kettle.waitFor()
    assert.equal((await ben.tickets.mine()).total, 0)
    await context.unroute('**/tickets/create')
    await dropNextResponse(context, '/tickets/create')
    await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
    const { list } = await ben.tickets.mine()
    assert.deepEqual(
      list.map(({ device, owner }) => [device, owner]),
      [['Kettle', 'Ben']],
    )
    const id = list[0]?.id ?? 0
    const filed = await ben.tickets.info({ id })
    assert.deepEqual([filed.description, filed.notes.at(-1)?.pic.length], ['Leaks a lot', 2])
    await page.getByRole('link', { name: 'New ticket' }).click()
    assert.equal(await page.getByLabel('Device').inputValue(), '', 'the draft went with the ticket')
    await page.goBack()

    // The same with a comment and its picture.
    await page.getByLabel('Comment').fill('Any news?')
    await choosePhotos(page, [await picture()])
    await dropNextResponse(context, '/tickets/addnote')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The service is not answering').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Sent').waitFor()
    const said = (await ben.tickets.info({ id })).notes.filter(({ content }) => content === 'Any news?')
    assert.deepEqual(
      said.map(({ pic }) => pic.length),
      [1],
    )

    // Cancelling asks first, and a double tap does not answer.
    await page.getByRole('button', { name: 'Cancel the ticket' }).dblclick()
    await page.getByRole('group', { name: 'A cancelled ticket cannot be reopened' }).waitFor()
    assert.equal((await ben.tickets.info({ id })).status, 0)
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await page.getByText('This ticket was cancelled').waitFor()
    await page.getByRole('button', { name: 'Cancel the ticket' }).waitFor({ state: 'hidden' })

    // No typed text is left for the next user of this browser.
    await page.getByRole('navigation').getByRole('link', { name: 'New ticket' }).click()
    await page.getByLabel('Device').fill('Toaster')
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(`${team.url}/`)
    await page.getByRole('navigation').getByRole('link', { name: 'New ticket' }).click()
    assert.equal(await page.getByLabel('Device').inputValue(), '')

    // A user with a phone and no name sees what the team sees of them.
    const nameless = await team.user('No name yet')
    await logIn(page, team.url, nameless.token)
    await page.goto(`${team.url}/mine/${await createTicket(nameless, { phone: '13800138000' })}`)
    await page.getByRole('region', { name: 'Contact details' }).getByText('13800138000', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a user whose session expires while writing a ticket logs in on the page, and the ticket is submitted', async () => {
    const cleo = await team.user('cleo')
    const { page, complaints } = opened
    await page.setViewportSize({ width: 360, height: 740 })
    await switchUser(page, team.url, cleo.token)
    // The page gets no live news: sending reveals the expired session.
    await page.route('**/live', () => {})
    await page.goto(`${team.url}/new`)
    await page.getByLabel('Device').fill('Kettle')
    await choosePhotos(page, [await picture()])
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
    await page.getByLabel('Name').fill('Cleo')
    await page.getByLabel('Phone').fill('13800138000')
    await cleo.session.logout()
    await page.getByRole('button', { name: 'Submit ticket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your login has expired' })
    await dialog.getByLabel('Name').fill('cleo')
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
    const { list } = await (await team.user('cleo')).tickets.mine()
    assert.deepEqual(
      list.map(({ device, owner }) => [device, owner]),
      [['Kettle', 'Cleo']],
    )
    assert.deepEqual(complaints, [])
  })

  test('text that people wrote never runs as a script on a page of its owner', async () => {
    const evil = '<img src=x onerror=ran=1><script>ran=1</script>javascript:ran=1'
    const { admin } = people
    await admin.admin.updateSettings({
      teamName: evil,
      closedDays: [{ from: '2026-11-18', until: '2026-11-18', name: evil }],
    })
    const eve = await team.member(evil)
    const dora = await team.user('dora')
    await dora.users.update({ name: evil })
    const wish = { device: evil, deviceModel: evil, owner: evil, description: evil }
    const id = await createTicket(dora, wish)
    await eve.tickets.pick({ id })
    for (const who of [dora, eve]) await who.tickets.addnote({ id, content: evil })
    const { page, complaints } = opened
    await switchUser(page, team.url, dora.token)
    const draft = { key: 'k', at: Date.now(), type: 0, ...wish, accessories: [0], pic: [evil, `/media/${evil}`] }
    await page.evaluate((text) => globalThis.localStorage.setItem('fettle.typed.ticket', text), JSON.stringify(draft))
    for (const path of ['/', '/mine', `/mine/${id}`, '/new', '/account', `/sign-in?next=${encodeURIComponent(evil)}`]) {
      await navigate(page, team.url + path)
      await page.getByText(evil).first().waitFor()
      assert.equal(await page.locator('[href^="javascript"], [src*="javascript"], [onerror]').count(), 0, path)
      assert.equal(await page.evaluate(() => 'ran' in globalThis), false, path)
    }
    await admin.duty.update({ ...off, offDutyReason: evil, dutyRecoverTime: evil })
    await page.goto(team.url)
    await page.getByRole('region', { name: 'Opening' }).getByText(evil).nth(1).waitFor()
    // The pause stands on the ticket too.
    await page.goto(`${team.url}/mine/${id}`)
    await page.getByRole('status').filter({ hasText: 'We are closed for now' }).getByText(evil).nth(1).waitFor()
    assert.equal(await page.evaluate(() => 'ran' in globalThis), false)
    assert.deepEqual(complaints, [])
  })
})
