import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BrowserPush, browserPush, PermissionDenied } from '#web/lib/push.ts'

interface BrowserState {
  readonly answer?: Awaited<ReturnType<BrowserPush['ask']>>
  readonly permission?: ReturnType<BrowserPush['permission']>
}

/** A browser whose person answers as given when they are asked, and the service behind it. */
function setUp({ answer = 'granted', permission = 'default' }: BrowserState) {
  const told: string[] = []
  let allowed = permission
  let key: string | undefined
  let marked: string | undefined
  const address = () => ({ endpoint: `https://push.example.org/${key}`, keys: { p256dh: 'B', auth: 'A' } })
  const browser: BrowserPush = {
    permission: () => allowed,
    async ask() {
      told.push('asked')
      allowed = answer
      return answer
    },
    address: async () => (key === undefined ? undefined : address()),
    async subscribe(wanted) {
      key = wanted
      return address()
    },
    async unsubscribe() {
      key = undefined
      told.push('browser forgets')
    },
  }
  const calls = {
    subscribe: async ({ endpoint }: { endpoint: string }) => void told.push(`on ${endpoint}`),
    unsubscribe: async ({ endpoint }: { endpoint: string }) => void told.push(`off ${endpoint}`),
  }
  const set = (person: string | undefined) => {
    marked = person
  }
  const mark = { get: () => marked, set }
  return { told, push: browserPush(calls, browser, mark), mark }
}

test('turning notifications on asks the browser once, and turning them off removes them here and at the service', async () => {
  const { told, push, mark } = setUp({})
  assert.equal(push.state(false), 'off')
  await push.turnOn(7, 'key')
  assert.deepEqual(told, ['asked', 'on https://push.example.org/key'])
  assert.deepEqual([push.state(true), push.state(false), mark.get()], ['on', 'off', '7'])
  await push.turnOff()
  assert.deepEqual(told.slice(2), ['off https://push.example.org/key', 'browser forgets'])
  assert.equal(mark.get(), undefined)
})

test('a browser that denies or lacks notifications is not registered at the service', async () => {
  const { told, push, mark } = setUp({ answer: 'denied' })
  await assert.rejects(push.turnOn(7, 'key'), PermissionDenied)
  assert.deepEqual([told, push.state(false), mark.get()], [['asked'], 'blocked', undefined])
  assert.equal(setUp({ permission: 'unable' }).push.state(false), 'unable')
})

test('after logging in again only the same user gets notifications without being asked', async () => {
  const { told, push } = setUp({})
  assert.equal(await push.renewPush(7, { key: 'key', here: false }), false)
  await push.turnOn(7, 'key')
  told.length = 0
  assert.equal(await push.renewPush(8, { key: 'key', here: false }), false)
  assert.deepEqual(told, [])
  assert.equal(await push.renewPush(7, { key: 'new-key', here: false }), true)
  assert.deepEqual(told, ['on https://push.example.org/new-key'])
})

test('a guest who logs in keeps the browser’s notifications, also after the next login', async () => {
  const { told, push } = setUp({})
  await push.turnOn(7, 'key')
  told.length = 0
  assert.equal(await push.renewPush(12, { key: 'key', here: true }), false)
  assert.deepEqual(told, [], 'the service knows it')
  assert.equal(await push.renewPush(7, { key: 'key', here: false }), false)
  assert.equal(await push.renewPush(12, { key: 'key', here: false }), true)
  assert.deepEqual(told, ['on https://push.example.org/key'])
})
