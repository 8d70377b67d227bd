import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { barriers, settled } from '../support/axe.ts'
import { go, type Looking, logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

/** Every page there is, by who sees it. A new page belongs on this list. */
const forAnyone = ['/board', '/', '/new', '/sign-in', '/join', '/set-up']
const forAdmins = [
  '/account',
  '/new',
  '/mine',
  '/mine/1',
  '/desk',
  '/desk/mine',
  '/desk/tickets/1',
  '/desk/tickets/2',
  '/desk/tickets/1/tag',
  '/desk/shifts',
  '/desk/summary',
  '/desk/nothing',
  '/console',
  '/console/duty',
  '/console/rosters',
  '/console/rosters/2',
  '/console/leaves',
  '/console/summaries',
  '/console/statistics',
  '/console/forwarding',
  '/console/members',
  '/console/log',
  '/console/feedback',
  '/console/settings',
  '/set-up?step=team',
  '/set-up?step=hours',
  '/set-up?step=members',
  '/set-up?step=done',
]

describe('every page', { skip: noBrowser }, () => {
  let team: Team
  let browser: Looking
  let admin: Person
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    browser = await openBrowser()
    admin = await team.admin()
    await admin.admin.updateSettings({
      place: { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: 'https://maps.example.org' },
      boardText: { zh_CN: '请带校园卡', en_US: 'Bring your card' },
      timetable: [{ shift: 1, from: '12:00', until: '14:00' }],
      closedDays: [{ from: '2026-12-24', until: '2026-12-31', name: 'Holidays' }],
      makeUpDays: [{ date: '2026-12-26', weekday: 4 }],
    })
    await admin.admin.invite({ name: 'Bob', phone: '13900139000', stuid: '1' })
    await admin.admin.removeMember({ id: (await admin.admin.invite({ name: 'Carl' })).id })
    await admin.users.report({ content: 'Thank you' })
    await bringToDesk(admin)
    const sheet = [{ weekday: 1, shift: 1, workers: ['Bob', 'Nobody'] }]
    await admin.rosters.create({ name: 'Spring', activate: false, sheet })
    await admin.leaves.ask({ week: '第3周', shift: '1' })
    await admin.conclusions.write({ week: '1', shift: '1', conclusion: 'quiet' })
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  test('can be seen, read and used by everybody in both languages, light and dark, on a phone and on a desk', async () => {
    const wrong = await Promise.all(
      (['zh-CN', 'en-US'] as const).map(async (locale) => {
        const { page, complaints } = await browser.open({ locale })
        const found: string[] = []
        const visit = async (path: string) => {
          // A page that is opened anew has to be given axe anew, which takes longer than the look itself.
          await go(page, team.url + path)
          found.push(...(await faults(page, looks[locale])).map((fault) => `${path} ${locale}: ${fault}`))
        }
        for (const path of forAnyone) await visit(path)
        await logIn(page, team.url, admin.token)
        for (const path of forAdmins) await visit(path)
        return [...found, ...complaints]
      }),
    )
    assert.deepEqual(wrong.flat(), [])
  })
})

/** Something to be seen on every page of the desk: two tickets, a shift of mine, and one that somebody has left. */
async function bringToDesk(admin: Person): Promise<void> {
  const ticket = {
    type: 1,
    device: 'Laptop',
    phone: '13800138000',
    description: 'Blue screen',
    accessories: [0, 5, 99],
  }
  await admin.tickets.create(ticket)
  await admin.tickets.create({ type: 0, device: 'Kettle' })
  await admin.tickets.pick({ id: 1 })
  await admin.tickets.addnote({ id: 1, content: 'The fan is full of dust', type: 2 })
  const { url } = await admin.media.upload({ file: Uint8Array.from(await photo()) })
  await admin.tickets.addnote({ id: 1, content: 'Do you need the files?', pic: [url] })
  const sheet = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, shift: 1, workers: ['admin'], leader: 'admin' }))
  await admin.rosters.create({ name: 'Autumn', sheet })
  await admin.leaves.ask({ week: '3', shift: '1', reason: 'Exam' })
}

interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}
const onPhone: Look = { viewport: { width: 360, height: 740 }, colorScheme: 'light' }
const onDesk: Look = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }
// Each is looked at as a whole in one language; in the other it is enough that everything fits: colours are the same.
const looks = { 'zh-CN': [onPhone, onDesk], 'en-US': [onDesk, onPhone] } as const

async function faults(page: Page, [first, other]: readonly [Look, Look]): Promise<string[]> {
  const wear = async ({ viewport, colorScheme }: Look) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await settled(page)
  }
  await wear(first)
  const found = [...(await barriers(page)), ...(await misfits(page))]
  await wear(other)
  return [...found, ...(await misfits(page))]
}

/** What is too small for a finger, words that are cut off, times no program reads, and whether the page is wider than the screen. */
async function misfits(page: Page): Promise<string[]> {
  const html = page.locator('html')
  const small = await html.evaluate((root) =>
    [...root.querySelectorAll('button, a[href], input, select, textarea:not([aria-hidden])')]
      // Links inside a text are as high as the text; a box to tick is tapped with its label.
      .filter((element) => element.checkVisibility() && !element.closest('p'))
      .map(
        (element) =>
          element.closest(
            '.mantine-Checkbox-body, .mantine-Radio-body, .mantine-Switch-body, .mantine-Input-wrapper',
          ) ?? element,
      )
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.height > 0 && box.bottom > 0 && box.height < 43.5)
      .map(({ box, text }) => `${Math.round(box.height)} px high: ${text}`),
  )
  const wide = await html.evaluate((root) => root.scrollWidth - root.clientWidth)
  const cut = await html.evaluate((root) =>
    [...root.querySelectorAll('.mantine-Button-label')]
      .filter((label) => label.scrollWidth > label.clientWidth + 1)
      .map((label) => `cut off: ${label.textContent}`),
  )
  const times = await html.evaluate((root) =>
    [...root.querySelectorAll('time')]
      .map((time) => time.dateTime || time.innerText)
      .filter((at) => !/^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?|\d\d:\d\d)$/.test(at))
      .map((at) => `no time: ${at}`),
  )
  return [...small, ...cut, ...times, ...(wide > 0 ? [`${wide} px wider than the screen`] : [])]
}
