import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minute, second } from '#kit/time.ts'
import { type CountedLimit, guessLimits } from '#rules/people/attempts.ts'
import { Attempts } from '#service/shared/attempts.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

const tooMany = { code: 'too_many_requests' }
const about = { address: '10.0.0.1' }
const three: CountedLimit = { limit: 'guess_token', whose: 'ann', rate: { count: 3, everyMs: minute } }
const allowed = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length

onEachDatabase('attempts', (kind) => {
  test('two nodes share the count of login attempts, which survives restarts, is given back and expires', async () => {
    let now = 1000
    await using fresh = await freshStore(kind, 0, () => now)
    const warned: object[] = []
    // The clocks of the nodes are half an hour apart, which makes no difference.
    let ahead = 0
    const node = (store: Store, own = ahead++ * 30 * minute) =>
      new Attempts(store, () => now + own, { on: true, warn: (facts) => void warned.push(facts) })
    const here = node(fresh.store)
    await using other = new Store(await openEngine(fresh.fresh.config, { strict: true, clock: () => now }))
    const there = node(other)
    const crowd = Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there).take([three], about))
    assert.equal(await allowed(crowd), 3)
    assert.deepEqual(
      warned,
      [
        { limit: 'guess_token', ...about },
        { limit: 'guess_token', ...about },
      ],
      'each node says it once',
    )
    // As after a restart: only the database remembers the attempts.
    await assert.rejects(node(other).take([three], about), { ...tooMany, facts: { seconds: 60 } })
    now += 10 * second
    await here.giveBack(await Promise.any(crowd))
    const taken = await there.take([three], about)
    await assert.rejects(there.take([three], about), { ...tooMany, facts: { seconds: 50 } })
    now = 61_000
    for (let i = 0; i < 3; i += 1) await here.take([three], about)
    await there.giveBack(taken) // from an expired window
    await assert.rejects(here.take([three], about), tooMany)
    // With a clock that is set back no one waits longer than a window.
    now = 500
    assert.equal(await allowed(Array.from({ length: 4 }, () => here.take([three], about))), 3)
  })

  test('if one of several limits is reached, no attempt is counted or stored', async () => {
    await using fresh = await freshStore(kind, 0, () => 0)
    const attempts = new Attempts(fresh.store, () => 0, { on: true, warn: () => {} })
    const one: CountedLimit = { ...three, whose: 'full', rate: { count: 1, everyMs: minute } }
    await attempts.take([one], about)
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => attempts.take([one, { ...three, whose: `stranger ${i}` }], about)),
    )
    await using engine = await openEngine(fresh.fresh.config)
    const rows = () => engine.read((db) => db.selectFrom('attempt').select(['taken', 'key']).execute())
    assert.deepEqual(
      (await rows()).map(({ taken }) => taken),
      [1],
    )
    assert.equal((await rows())[0]?.key.length, 16)
  })

  test('expired counts are deleted, and in a flood of keys those that expire first', async () => {
    let now = 0
    await using fresh = await freshStore(kind, 0, () => now)
    await using engine = await openEngine(fresh.fresh.config)
    const size = async () => (await engine.read((db) => db.selectFrom('attempt').select('until_at').execute())).length
    const key = (i: number) => Uint8Array.of(i)
    await fresh.store.upkeep(async (tx) => {
      for (let i = 0; i < 10; i += 1) await tx.attempts.take(key(i), { count: 1, everyMs: 100 + i })
    })
    now = 104
    await fresh.store.upkeep((tx) => tx.attempts.deleteExpired(100))
    assert.equal(await size(), 5)
    await fresh.store.upkeep((tx) => tx.attempts.deleteExpired(3))
    assert.equal(await size(), 3)
    now = 105
    const newest = await fresh.store.upkeep((tx) => tx.attempts.take(key(9), { count: 1, everyMs: 100 }))
    assert.deepEqual({ ...newest }, { fullUntil: 109, waitMs: 4 })
  })
})

test('a wrong guess counts against its token, address and account, or against the known user', () => {
  const guess = { network: '10.0.0.1', token: 'aa', account: '2026001', known: undefined }
  const names = (one: Parameters<typeof guessLimits>[0]) => guessLimits(one).map(({ limit }) => limit)
  assert.deepEqual(names(guess), ['guess_token', 'guess_address', 'guess_account_address', 'guess_account'])
  assert.deepEqual(names({ ...guess, account: undefined }), ['guess_token', 'guess_address'])
  assert.deepEqual(names({ ...guess, known: 'person 1' }), ['guess_token', 'guess_known'])
  // No input of a caller can have the key of another caller's count.
  const keys = (one: object) =>
    new Set(guessLimits({ ...guess, ...one }).map(({ limit, whose }) => `${limit} ${whose}`))
  assert.equal(keys({}).intersection(keys({ account: '2026001","10.0.0.1', network: '', token: '' })).size, 0)
})

test('guesses at one account from many addresses are limited for unknown callers', async () => {
  await using fresh = await freshStore('sqlite', 0, () => 0)
  const attempts = new Attempts(fresh.store, () => 0, { on: true, warn: () => {} })
  const from = (network: string, known?: string) =>
    attempts.take(guessLimits({ network, token: network, account: '2026001', known }), about)
  const guesses = Array.from({ length: 15 }, (_, i) => Array.from({ length: 12 }, () => from(`10.0.1.${i}`)))
  assert.equal(await allowed(guesses.flat()), 100)
  await assert.rejects(from('10.0.2.1'), tooMany)
  await from('10.0.2.1', 'person 1')
})
