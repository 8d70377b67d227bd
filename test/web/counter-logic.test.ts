import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Failure } from '#contract/client.ts'
import {
  freshVisitorDraft,
  isEmptyVisitorDraft,
  isUnreachable,
  type VisitorDraft,
  validKind,
  visitorDraftOf,
  visitorInputOf,
} from '#web/components/intake/draft.ts'
import { retryPolicy } from '#web/data/retry-policy.ts'
import { type DeviceNumbers, nextNumber, numberText, randomLetters } from '#web/lib/device-number.ts'
import { randomName, randomSecret } from '#web/lib/random.ts'

test('offline queue numbers count from 01 with one prefix for a device and a day', () => {
  let last: DeviceNumbers | undefined
  const draw = (day: string) => {
    last = nextNumber(last, day, () => (day === '2026-11-16' ? 'QX' : 'KB'))
    return numberText(last)
  }
  assert.deepEqual([draw('2026-11-16'), draw('2026-11-16'), draw('2026-11-17')], ['QX01', 'QX02', 'KB01'])
  last = { day: '2026-11-17', letters: 'KB', count: 99 }
  assert.equal(draw('2026-11-17'), 'KB100')
  // Three digits are all there is.
  last = { day: '2026-11-17', letters: 'QX', count: 999 }
  assert.equal(draw('2026-11-17'), 'KB01')
  for (let i = 0; i < 50; i++) assert.match(randomLetters(), /^[A-HJ-NP-Z]{2}$/)
})

test('a receipt made in the browser is valid for the service', () => {
  assert.match(randomSecret(), /^[A-Za-z0-9_-]{43}$/)
  assert.match(randomName(), /^[A-Za-z0-9_-]{22}$/)
  assert.notEqual(randomSecret(), randomSecret())
})

test('a visitor who could not be sent is sent later, a refused one is set aside, and one who arrived is not sent again', () => {
  const of = (status: number, code: Failure['code'] = '', field = '') =>
    retryPolicy(new Failure(status, code, '', { field }), true)
  for (const status of [0, 401, 403, 429, 503]) assert.equal(of(status), 'wait', String(status))
  assert.equal(of(404, 'kiosk_closed'), 'wait')
  assert.equal(of(408, 'timed_out'), 'wait')
  // A proxy, or a page that asks to log in to the network.
  for (const status of [200, 404, 500, 511]) assert.equal(of(status), 'wait', String(status))
  assert.equal(of(413), 'refused', 'a visitor that a proxy refuses as too large does not block the next')
  assert.equal(of(409, 'receipt_taken'), 'arrived')
  assert.equal(of(400, 'bad_input', 'pic[1]'), 'pictures')
  assert.equal(retryPolicy(new Failure(400, 'bad_input', '', { field: 'pic[1]' }), false), 'refused')
  for (const [status, code] of [
    [400, 'bad_input'],
    [404, 'tag_unknown'],
    [409, 'tag_taken'],
    [500, 'broken'],
  ] as const)
    assert.equal(of(status, code), 'refused', code)
})

test("a visitor's input is checked before a receipt is printed", () => {
  const fresh = freshVisitorDraft({ kind: 1, queue: true })
  const kettle: VisitorDraft = {
    ...fresh,
    device: ' Kettle ',
    phone: '138 0013 8000',
    mail: 'a@example.org',
    tag: 'T12',
  }
  assert.deepEqual(
    [isEmptyVisitorDraft(fresh), isEmptyVisitorDraft(kettle), isUnreachable(fresh), isUnreachable(kettle)],
    [true, false, true, false],
  )
  assert.equal(visitorInputOf(kettle).tag, 12)
  assert.equal(visitorInputOf({ ...kettle, tag: 'https://repair.example.org/g/77' }).tag, 77)
  assert.deepEqual(visitorDraftOf(visitorInputOf(kettle)), kettle)
  // A kind that the team has removed is sent as what the form shows.
  assert.deepEqual(
    [0, 1, 2, 3].map((kind) => validKind({ kind }, [{ id: 2 }])),
    [0, 1, 2, 0],
  )
  const flaw = (change: Partial<VisitorDraft>) => {
    try {
      return void visitorInputOf({ ...kettle, ...change })
    } catch (error) {
      return error instanceof Failure ? `${error.field} ${error.flaw}` : error
    }
  }
  assert.equal(flaw({ device: '  ' }), 'device missing')
  assert.equal(flaw({ phone: '1234' }), 'phone not_a_phone')
  assert.equal(flaw({ phone: 'call me' }), 'phone not_a_phone')
  assert.equal(flaw({ mail: 'nobody' }), 'mail not_a_mail')
  assert.equal(flaw({ tag: 'blue one' }), 'tag not_integer')
  assert.equal(flaw({ phone: '', mail: '', tag: '' }), undefined)
})

test('without a network a page opens with the files of its own build only', async () => {
  /** Which pages are kept, where the service has this document. */
  const keptOf = async (document: string) => {
    const kept: string[] = []
    const cache = {
      match: async () => undefined,
      addAll: async (files: string[]) => kept.push(...files),
      put: async (page: string) => kept.push(page),
    }
    const heard = new Map<string, (event: object) => void>()
    const script = readFileSync('web/worker.js', 'utf8')
    runInNewContext(
      script.replace(/^const build = .*$/m, `const build = { name: 'b', files: ['/icon.svg', '/assets/index-b.js'] }`),
      {
        self: { addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener) },
        caches: { open: async () => cache, keys: async () => [] },
        fetch: async () => new Response(document),
      },
    )
    let work: Promise<void> | undefined
    heard.get('message')?.({ data: 'keep', waitUntil: (promise: Promise<void>) => (work = promise) })
    await work?.catch(() => {})
    return kept
  }
  const page = (file: string) => `<link rel="icon" href="/icon.svg"><script src="/assets/${file}"></script>`
  assert.deepEqual(await keptOf(page('index-b.js')), ['/icon.svg', '/assets/index-b.js', '/kiosk'])
  assert.deepEqual(await keptOf(page('index-a.js')), [])
  assert.deepEqual(await keptOf(`${page('index-b.js')}<link href="/assets/index-a.css">`), [])
})

test('a deleted receipt leaves no trace in the browser, not even a pending take-over into an account', async () => {
  const page = { location: { hash: '', pathname: '/r', search: '' }, addEventListener: () => {} }
  const storage = () => {
    const texts = new Map<string, string>()
    return {
      texts,
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => texts.set(key, text),
      removeItem: (key: string) => texts.delete(key),
    }
  }
  const [local, tab] = [storage(), storage()]
  const receipt = randomSecret()
  local.setItem('fettle.receipts', JSON.stringify([{ receipt, id: 1, device: 'Kettle' }]))
  for (const [name, value] of Object.entries({ ...page, localStorage: local, sessionStorage: tab }))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  // By a name alone: it is of a browser, whose types are not those of tests.
  const module: string = '#web/lib/receipts.ts'
  const { forgetReceipt, wantToAdopt } = await import(module)
  wantToAdopt(receipt)
  forgetReceipt(randomSecret())
  assert.deepEqual([local.texts.size, tab.texts.size], [1, 1])
  forgetReceipt(receipt)
  assert.deepEqual([local.texts.size, tab.texts.size], [0, 0])
})
