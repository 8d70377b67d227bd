import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Client } from '#contract/client.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

/** The parts of `wx.request` that the mini-program uses. */
interface RequestOptions {
  readonly url: string
  readonly method: string
  readonly header: Record<string, string>
  readonly data: string | object
  success(answer: { statusCode: number; data: string; header: Record<string, string> }): void
  fail(error: { errMsg: string }): void
}

/** `miniprogram/lib/session.ts`, which is compiled with the types of WeChat and not with those of the tests. */
interface Session {
  readonly api: Client
  logIn(): Promise<string>
  me(): Promise<{ readonly id: number } | null>
  heldToken(): string
  loggedOut(): void
}

/** `miniprogram/lib/note-draft.ts`. */
interface Note {
  of(id: number): { readonly id: number; readonly text: string; readonly pic: readonly string[] }
  keep(id: number, to: { readonly text?: string; readonly internal?: boolean }): void
  keepPhotos(id: number, photos: readonly { readonly url: string }[]): void
  keyOf(id: number, contents: string): string
  clear(): void
}
const load = (name: string) => import(new URL(`../../miniprogram/lib/${name}.ts`, import.meta.url).href)

const storage = new Map<string, unknown>()
const onPhone = {
  getAppBaseInfo: () => ({ language: 'en' }),
  getStorageSync: (key: string) => storage.get(key) ?? '',
  setStorageSync: (key: string, value: unknown) => void storage.set(key, value),
  removeStorageSync: (key: string) => void storage.delete(key),
  getStorageInfoSync: () => ({ keys: [...storage.keys()] }),
}

/** An answer of the service that the mini-program receives only when the test releases it. */
class HeldAnswer {
  readonly path: string
  readonly come: PromiseWithResolvers<void> = Promise.withResolvers()
  readonly released: PromiseWithResolvers<void> = Promise.withResolvers()
  constructor(path: string) {
    this.path = path
  }
}

describe('the session of the mini-program', () => {
  let team: Team
  let session: Session
  let held: HeldAnswer[] = []
  let lost: string[] = []
  let refusedByWechat: number
  let logins: number
  let refusedWithoutToken: PromiseWithResolvers<void>

  const hold = (path: string) => {
    const answer = new HeldAnswer(path)
    held.push(answer)
    return answer
  }
  const taken = <T>(list: T[], matches: (one: T) => boolean) => {
    const place = list.findIndex(matches)
    return place < 0 ? undefined : list.splice(place, 1)[0]
  }

  async function request({ url, method, header, data, success, fail }: RequestOptions): Promise<void> {
    const { pathname } = new URL(url)
    const answer = taken(held, ({ path }) => path === pathname)
    if (taken(lost, (path) => path === pathname)) return fail({ errMsg: 'request:fail' })
    const headers = { 'content-type': 'application/json', ...header }
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: String(data) }) })
    const text = await response.text()
    if (response.status === 401 && header['authorization'] === undefined) refusedWithoutToken.resolve()
    answer?.come.resolve()
    await answer?.released.promise
    success({ statusCode: response.status, data: text, header: Object.fromEntries(response.headers) })
  }

  before(async () => {
    team = await newTeam()
    const wx = {
      ...onPhone,
      request: (asked: RequestOptions) => void request(asked),
      async login() {
        logins += 1
        if (refusedByWechat-- > 0) throw new Error('login:fail')
        return { code: 'ann' }
      },
    }
    Object.assign(globalThis, { wx, SERVICE_URL: team.url })
    session = (await load('session')) as Session // as above
  })
  after(() => team[Symbol.asyncDispose]())
  beforeEach(() => {
    session.loggedOut()
    held = []
    lost = []
    refusedByWechat = 0
    logins = 0
    refusedWithoutToken = Promise.withResolvers()
  })

  /** The service ends this session, and the phone does not know yet. */
  const ended = (token: string): Promise<unknown> => (team.as(token) as Person).session.logout()

  test('a late answer to the previous session does not end the new one', async () => {
    const before = await session.logIn()
    await ended(before)
    const late = hold('/user/info')
    const slow = session.api.users.info()
    await late.come.promise
    await session.api.users.info()
    const now = session.heldToken()
    assert.notEqual(now, before)
    late.released.resolve()
    await slow
    assert.deepEqual([session.heldToken(), logins], [now, 2])
    await team.as(now).users.info()
  })

  test('a late answer that the previous session has ended does not end the new one', async () => {
    const before = await session.logIn()
    await ended(before)
    const late = hold('/user/me')
    const slow = session.me()
    await late.come.promise
    await session.api.users.info()
    const now = session.heldToken()
    late.released.resolve()
    assert.ok(await slow)
    assert.deepEqual([session.heldToken(), logins], [now, 2])
  })

  test('mini-program calls that find the session ended at the same time share one login', async () => {
    await ended(await session.logIn())
    await Promise.all([session.api.users.info(), session.me(), session.api.tickets.mine()])
    assert.equal(logins, 2)
  })

  test('an answer that arrives after logging out does not log the user in again', async () => {
    await ended(await session.logIn())
    const late = hold('/user/info')
    const slow = session.api.users.info()
    await late.come.promise
    session.loggedOut()
    late.released.resolve()
    await assert.rejects(slow, { status: 401 })
    assert.deepEqual([session.heldToken(), logins], ['', 1])
  })

  test('a call made during a new login waits for the login, and is refused after logging out', async () => {
    await ended(await session.logIn())
    const late = hold('/login')
    const first = session.api.users.info()
    await late.come.promise
    assert.equal(session.heldToken(), '')
    const second = session.api.tickets.mine()
    // It was refused once, so it has found the active login.
    await refusedWithoutToken.promise
    late.released.resolve()
    await Promise.all([first, second])
    assert.equal(logins, 2)
    session.loggedOut()
    await assert.rejects(session.api.tickets.mine(), { status: 401 })
    assert.equal(logins, 2)
  })

  test('after WeChat or the network refused a login, the next call logs in again', async () => {
    refusedByWechat = 1
    await assert.rejects(session.logIn(), { status: 0 })
    assert.equal(session.heldToken(), '')
    assert.notEqual(await session.logIn(), '')
    session.loggedOut()
    lost = ['/login']
    await assert.rejects(session.me(), { status: 0 })
    assert.ok(await session.me())
    assert.equal(logins, 4)
  })
})

test('text written on one ticket is sent neither to another ticket nor with another ticket’s key', async () => {
  Object.assign(globalThis, { wx: onPhone })
  const { memberNote, ownerComment } = (await load('note-draft')) as Record<'memberNote' | 'ownerComment', Note> // as above
  for (const note of [memberNote, ownerComment]) {
    note.keep(1, { text: 'It leaks', internal: true })
    note.keepPhotos(1, [{ url: '/media/leak.jpg' }])
    const key = note.keyOf(1, 'It leaks')
    assert.equal(note.keyOf(1, 'It leaks'), key, 'a repeated call adds one note')
    const { id, text, pic } = note.of(2)
    assert.deepEqual([id, text, pic], [2, '', []])
    assert.notEqual(note.keyOf(2, 'It leaks'), key)
  }
  memberNote.keep(3, { text: 'A new lid' })
  assert.deepEqual([ownerComment.of(3).text, memberNote.of(3).text], ['', 'A new lid'])
})

/** A page as `load` of `miniprogram/lib/screen.ts` sees it. */
interface Loading {
  data: Record<string, unknown>
  setData(to: Record<string, unknown>): void
}
type Load = (page: Loading, work: (isNewest: () => boolean) => Promise<void>) => Promise<void>

describe('reloading a page of the mini-program', () => {
  let loads: Load
  let page: Loading
  before(async () => {
    Object.assign(globalThis, { wx: { ...onPhone, stopPullDownRefresh() {} } })
    loads = ((await load('screen')) as { loadPage: Load }).loadPage // as above
  })
  beforeEach(() => {
    page = {
      data: { lang: 'en_US', failed: '', loading: true },
      setData(to) {
        Object.assign(this.data, to)
      },
    }
  })
  const shows = (answer: Promise<string>) =>
    loads(page, async (isNewest) => {
      const shown = await answer
      if (isNewest()) page.setData({ shown })
    })

  test('a reloaded page shows the last request, even if an earlier answer comes after it', async () => {
    const [earlier, later] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const both = [shows(earlier.promise), shows(later.promise)]
    later.resolve('later')
    await both[1]
    earlier.resolve('earlier')
    await both[0]
    assert.deepEqual([page.data['shown'], page.data['loading']], ['later', false])
  })

  test('a reloaded page waits for the last answer and ignores an earlier failure', async () => {
    const [earlier, later] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const both = [shows(earlier.promise), shows(later.promise)]
    earlier.reject(new Error('cut'))
    await both[0]
    assert.deepEqual([page.data['failed'], page.data['loading']], ['', true])
    later.resolve('later')
    await both[1]
    assert.deepEqual([page.data['shown'], page.data['loading']], ['later', false])
  })
})
