import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '#contract/codes.ts'
import type { Phrase } from '#contract/phrases.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

onEachDatabase('the facts of a shift', (on) => {
  test('each ticket counts once for what happened to it within the shift', async () => {
    await using fresh = await freshStore(on)
    const happened = (at: number, operation: Operation, ticket: number, status: number) =>
      fresh.store.upkeep((tx) =>
        tx.log.add({
          by: { personId: null, memberId: null },
          at,
          operation,
          target: 'ticket',
          current: { id: ticket, info: { say: 'ticket', status } as unknown as Phrase }, // what tickets write down
        }),
      )
    await happened(10, 'create', 1, 0)
    await happened(99, 'create', 2, 0)
    await happened(100, 'create', 3, 0)
    await happened(110, 'create', 4, 0)
    await happened(120, 'pick', 1, 1)
    await happened(130, 'move', 1, 3)
    await happened(140, 'move', 1, 5)
    await happened(141, 'move', 1, 3)
    await happened(150, 'move', 1, 5)
    await happened(160, 'retrieve', 1, 5)
    await happened(200, 'pick', 3, 1)
    const facts = await fresh.store.read((tx) => tx.facts.ofShift(100, 200))
    assert.deepEqual(facts, { created: 2, claimed: 1, repaired: 1, retrieved: 1, waiting: 3 })
    const later = await fresh.store.read((tx) => tx.facts.ofShift(200, 300))
    assert.deepEqual(later, { created: 0, claimed: 1, repaired: 0, retrieved: 0, waiting: 2 })
  })
})
