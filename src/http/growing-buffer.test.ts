import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrowingBuffer } from './growing-buffer.ts'

test('a body that arrives byte by byte is kept in one buffer of its size', () => {
  const sent = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
  const whole = new GrowingBuffer(sent.length)
  for (const byte of sent) whole.add(Uint8Array.of(byte))
  assert.deepEqual(whole.bytes, sent)
  assert.equal(whole.size, sent.length)
})
