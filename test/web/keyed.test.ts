import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idempotentCall } from '#client/idempotent-call.ts'
import { randomName } from '#web/lib/random.ts'

/** Records the inputs and keys that are sent. The first `losing.tries` tries get no answer. */
function setUp() {
  const sent: string[] = []
  const keys: string[] = []
  const losing = { tries: 0 }
  const send = async (input: { readonly content: string; readonly pic?: string[] }, { key }: { key: string }) => {
    sent.push(JSON.stringify(input))
    keys.push(key)
    if (losing.tries > 0) {
      losing.tries -= 1
      throw new Error('no answer')
    }
  }
  const call = idempotentCall(send, randomName)
  return { call, keys, losing }
}

test('a request repeated because no answer came is sent with the same key', async () => {
  const { call, keys, losing } = setUp()
  losing.tries = 2
  for (let tries = 0; tries < 2; tries += 1) await assert.rejects(call({ content: 'Is it done?' }))
  await call({ content: 'Is it done?' })
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1])
})

test('the same words sent again after they arrived get a new key', async () => {
  const { call, keys } = setUp()
  for (let times = 0; times < 3; times += 1) await call({ content: 'Is it done?' })
  assert.equal(new Set(keys).size, 3)
})

test('a request with other words, another photo or no photo gets a new key', async () => {
  const { call, keys, losing } = setUp()
  losing.tries = 5
  for (const [content, ...pic] of [['Look'], ['Look', 'one'], ['Look', 'two'], ['Look'], ['Look!']] as const)
    await assert.rejects(call({ content, ...(pic.length > 0 ? { pic } : {}) }))
  assert.equal(new Set(keys).size, 5)
})
