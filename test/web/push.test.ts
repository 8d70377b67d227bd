import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { statuses } from '#contract/codes.ts'
import { pushPeer, type Subscription } from '../peers/push.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

/** The browser gets a push address of the test's own push service. Everything else is real. */
async function reachedBy(context: BrowserContext, page: Page, origin: string, subscription: Subscription) {
  await context.grantPermissions(['notifications'], { origin })
  context.on('serviceworker', (worker) => void worker.evaluate(remembers))
  await page.addInitScript(`{
    if (Notification.permission === 'denied') Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    const given = ${JSON.stringify(subscription)}
    let current = null
    const made = { toJSON: () => given, unsubscribe: async () => { current = null } }
    PushManager.prototype.subscribe = async () => (current = made)
    PushManager.prototype.getSubscription = async () => current
  }`)
}

/** A browser that has no place to show notifications denies them although they were granted. There the worker keeps what it would show. */
const remembers = `if (Notification.permission === 'denied') {
  const shown = new Map()
  self.registration.showNotification = async (title, options) => {
    shown.set(options.tag, { ...options, title, close: () => shown.delete(options.tag) })
  }
  self.registration.getNotifications = async ({ tag } = {}) =>
    [...shown.values()].filter((one) => tag === undefined || one.tag === tag)
}`

interface ShownMessage {
  readonly title: string
  readonly body: string
  readonly tag: string
}

/** Waits until the service worker shows these, in any order, and nothing else. */
async function shows(worker: Worker | undefined, ...wanted: readonly ShownMessage[]): Promise<void> {
  const text = ({ title, body, tag }: ShownMessage) => [title, body, tag].join(' | ')
  const all = `self.registration.getNotifications().then((all) => all.map(${text}).sort().join())`
  await until(async () => (await worker?.evaluate(all)) === wanted.map(text).sort().join())
}

/** A way to hand messages to the service worker, as the browser does when its push service has one. */
async function pushService(context: BrowserContext, page: Page, origin: string) {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return async (data: string) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  }
}

async function repaired(team: Team, owner: Person, member: Person): Promise<void> {
  const id = await createTicket(owner)
  await member.tickets.pick({ id })
  await member.tickets.update({ id, status: statuses.repaired })
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
}

describe('notifications in a browser', { skip: noBrowser }, () => {
  const opened = new AsyncDisposableStack()
  let team: Team
  let peer: Awaited<ReturnType<typeof pushPeer>>
  let browser: OpenBrowser
  before(async () => {
    peer = opened.use(await pushPeer(() => team.now()))
    team = opened.use(await newTeam({ env: { WEB_PUSH_SERVICE: peer.url, WEB_PUSH: 'on' } }))
    browser = opened.use(await openBrowser())
  })
  after(() => opened.disposeAsync())

  test('an owner turns notifications on, and the browser shows one for the repaired device and opens its page', async () => {
    const member = await team.member('Eve')
    const ann = await team.user('ann')
    await ann.users.updateLocale({ lang: 'en_US' })
    const address = peer.subscribe((await ann.messages.choices()).push?.key ?? '')
    const { page, context, complaints } = await browser.open({ worker: true })
    await reachedBy(context, page, team.url, address)
    await logIn(page, team.url, ann.token)
    await page.goto(`${team.url}/account/messages`)
    const card = page.getByRole('region', { name: 'Notifications in this browser' })
    await card.getByRole('switch', { checked: false }).waitFor()
    // No subscription exists before the user asks for one.
    assert.equal(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)'), 0)
    await card.getByRole('switch').click()
    await card.getByText('On. You get notifications').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual((await ann.messages.choices()).push?.here, true)

    await repaired(team, ann, member)
    const content = JSON.stringify(peer.pushed.at(-1)?.content)
    const { id } = JSON.parse(content) as { id: string }
    const [worker] = context.serviceWorkers()
    const deliver = await pushService(context, page, team.url)
    const expected = {
      title: 'Ready to collect: #1 (kettle)',
      body: 'Your kettle (#1) is repaired. You can collect it when we are open. Show the code on your ticket when you collect it.',
      tag: id,
    }
    await deliver(content)
    await shows(worker, expected)
    // One that comes again takes the place of the first; one that says nothing is shown all the same.
    await deliver(content.replace('It is repaired', 'It IS repaired'))
    const repeat = { ...expected, body: expected.body.replace('It is', 'It IS') }
    await shows(worker, repeat)
    const nothing = { title: 'Fettle', body: '', tag: 'fettle' }
    await deliver('nonsense')
    await shows(worker, repeat, nothing)

    assert.ok(worker)
    // Only who really clicks may open a page, so the test looks which one it would be.
    const click = (path: string) =>
      worker.evaluate(`new Promise((resolve) => {
        self.clients.openWindow = async (url) => resolve(url)
        self.registration.getNotifications({ tag: ${JSON.stringify(id)} }).then(([one]) => {
          const notification = { close: () => one?.close(), data: { path: ${path} } }
          self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
        })
      })`)
    assert.equal(await click('one.data.path'), `${team.url}/t/1`)
    await shows(worker, nothing)
    for (const elsewhere of ['//elsewhere.example.org/', 'https://elsewhere.example.org/', 'javascript:alert(1)'])
      assert.equal(await click(JSON.stringify(elsewhere)), `${team.url}/`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('notifications end with the login, return when the same user logs in again, and are shown to no other user', async () => {
    const carl = await team.user('carl')
    const here = async (person: Person) => (await person.messages.choices()).push?.here
    const address = peer.subscribe((await carl.messages.choices()).push?.key ?? '')
    const { page, context } = await browser.open({ worker: true })
    await reachedBy(context, page, team.url, address)
    const card = page.getByRole('region', { name: 'Notifications in this browser' })
    const open = async (person: Person) => {
      await logIn(page, team.url, person.token)
      await page.goto(`${team.url}/account/messages`)
    }
    await open(carl)
    await card.getByRole('switch').click()
    await card.getByText('On. You get notifications').waitFor()
    await carl.session.logout()
    const bob = await team.user('bob')
    await open(bob)
    await card.getByRole('switch', { checked: false }).waitFor()
    const again = await team.user('carl')
    assert.equal(await here(again), false)
    await open(again)
    await card.getByText('On. You get notifications').waitFor()
    assert.deepEqual([await here(again), await here(bob)], [true, false])
    await card.getByRole('switch').click()
    await card.getByRole('switch', { checked: false }).waitFor()
    assert.equal(await here(again), false)

    // A user who has blocked notifications reads how to allow them.
    const other = await browser.open({ locale: 'zh-CN' })
    await other.context.clearPermissions()
    await other.page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`)
    await logIn(other.page, team.url, again.token)
    await other.page.goto(`${team.url}/account/messages`)
    const blocked = other.page.getByRole('region', { name: '这个浏览器的通知' })
    await blocked.getByText('浏览器已阻止本站的通知').waitFor()
    assert.equal(await blocked.getByRole('button').count(), 0)
  })
})
