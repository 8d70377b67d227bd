import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshStore, onEachDatabase } from '../support/databases.ts'

onEachDatabase('pending logins', (kind) => {
  test('the oldest pending logins of a network, and of all, make room for new ones', async () => {
    await using fresh = await freshStore(kind)
    const { store } = fresh
    const hashOf = (n: number) => new Uint8Array(32).fill(n)
    const begin = (n: number, network: string, most = 3) =>
      store.upkeep(async (tx) => {
        const from = { device: '', address: '', network }
        await tx.codes.addPending({ hash: hashOf(n), kind: 'pair', from, at: n, livesMs: 3_600_000 }, most)
      })
    const left = async () => {
      const found: number[] = []
      for (let n = 1; n < 20; n += 1) if (await store.read((tx) => tx.codes.find(hashOf(n), 'pair'))) found.push(n)
      return found
    }
    await begin(1, 'campus')
    await begin(2, 'home')
    const session = hashOf(99)
    const personId = await store.upkeep((tx) => tx.guests.add(0))
    // An approved login no longer counts as anonymous, and stays.
    await store.upkeep((tx) => tx.codes.approve(hashOf(1), 5, { personId, session, asMember: false }))
    for (let n = 3; n <= 8; n += 1) await begin(n, 'campus')
    assert.deepEqual(await left(), [1, 2, 6, 7, 8])
    await store.upkeep((tx) => tx.codes.limitPending(2))
    assert.deepEqual(await left(), [1, 7, 8])
  })
})
