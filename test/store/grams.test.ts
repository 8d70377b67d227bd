import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gramBlock, meeting } from '#store/search/grams.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

onEachDatabase('the index of a search', (kind) => {
  test('has all of a long text, and no more what is taken out of it', async () => {
    await using fresh = await freshStore(kind)
    const { store } = fresh
    // More than one statement takes; the longest text of a ticket has some four thousand.
    const grams = Array.from({ length: 2500 }, (_, i) => String.fromCharCode(0x4e00 + i, 0x4e01 + i))
    const [long, short] = [7, 8]
    const holding = async (gram: string) => {
      const found = await store.read((tx) => tx.grams.between([gram], gramBlock(long), gramBlock(long)))
      return meeting(found, [gramBlock(long)], [{ ways: [[gram]] }])
    }
    const all = async () => {
      const found = await store.read((tx) => tx.grams.between(grams, gramBlock(long), gramBlock(long)))
      return [...found.values()].filter((blocks) => blocks.size > 0).length
    }
    const last = grams.at(-1) ?? ''
    await store.upkeep(async (tx) => {
      await tx.grams.add([{ id: long, grams }])
      await tx.grams.add([{ id: short, grams: [last] }])
    })
    assert.equal(await all(), grams.length)
    assert.deepEqual(await holding(last), [short, long])
    await store.upkeep((tx) => tx.grams.remove([{ id: long, grams: grams.slice(-3) }]))
    assert.equal(await all(), 2498)
    assert.deepEqual(await holding(last), [short])
  })
})
