import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockOf, encodeId, intersect } from '#store/tickets/search-index.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

onEachDatabase('the search index', (kind) => {
  test('the search index contains all of a long text, and nothing that was removed from it', async () => {
    await using fresh = await freshStore(kind)
    const { store } = fresh
    // More n-grams than one statement takes; the longest text of a ticket has about four thousand.
    const grams = Array.from({ length: 2500 }, (_, i) => String.fromCharCode(0x4e00 + i, 0x4e01 + i))
    const [long, short] = [7, 8]
    const holding = async (gram: string) => {
      const found = await store.read((tx) => tx.searchIndex.between([gram], blockOf(long), blockOf(long)))
      return intersect(found, [blockOf(long)], [{ ways: [[gram]] }])
    }
    const all = async () => {
      const found = await store.read((tx) => tx.searchIndex.between(grams, blockOf(long), blockOf(long)))
      return [...found.values()].filter((blocks) => blocks.size > 0).length
    }
    const last = grams.at(-1) ?? ''
    await store.upkeep(async (tx) => {
      await tx.searchIndex.add([{ id: long, grams }])
      await tx.searchIndex.add([{ id: short, grams: [last] }])
    })
    assert.equal(await all(), grams.length)
    assert.deepEqual(await holding(last), [short, long])
    await store.upkeep((tx) => tx.searchIndex.remove([{ id: long, grams: grams.slice(-3) }]))
    assert.equal(await all(), 2498)
    assert.deepEqual(await holding(last), [short])
  })

  test('a search finds the tickets of several blocks of the index, newest first', async () => {
    await using fresh = await freshStore(kind)
    const { store } = fresh
    const [first, second, third] = ['一二', '二三', '三四']
    const ids = [1, 31, 32, 63, 1023, 1024, 2047, 5120]
    await store.upkeep((tx) =>
      tx.searchIndex.add(
        ids.map((id) => ({ id, grams: [first, ...(id % 2 ? [second] : []), ...(id % 32 ? [] : [third])] })),
      ),
    )
    const newest = await store.read((tx) => tx.searchIndex.newest([first, third], 5, 2))
    assert.deepEqual(newest.blocks, [1, 0])
    const blocks = [5, 1, 0]
    const found = await store.read((tx) => tx.searchIndex.between([first, second, third], 0, 5))
    const having = (...words: string[][][]) =>
      intersect(
        found,
        blocks,
        words.map((ways) => ({ ways })),
      )
    assert.deepEqual(having([[first]]), ids.toReversed())
    assert.deepEqual(having([[first, second]]), [2047, 1023, 63, 31, 1])
    assert.deepEqual(having([[first, second], [third]]), ids.toReversed())
    assert.deepEqual(having([[first]], [[third]]), [5120, 1024, 32])
    const among = new Map([[0, encodeId(31) + encodeId(33)]])
    assert.deepEqual(intersect(found, blocks, [{ ways: [[second]] }], among), [31])
    assert.deepEqual(
      await store.read((tx) => tx.searchIndex.countBlocks([first, third, '四五'], 2)),
      new Map([
        [first, 2],
        [third, 2],
        ['四五', 0],
      ]),
    )
  })
})
