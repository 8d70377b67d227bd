import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Semaphore } from './semaphore.ts'

test('a semaphore runs two at once, queues some, refuses the rest, and runs `first` next', async () => {
  const turns = new Semaphore(2, 2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const job = (name: string, first = false) =>
    turns.run(async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    }, first)
  const jobs = ['a', 'b', 'c', 'd'].map((name) => job(name))
  assert.equal(job('e'), undefined)
  const urgent = job('urgent', true)
  assert.deepEqual(begun, ['a', 'b'])
  ends.get('b')?.()
  assert.equal(await jobs[1], 'b')
  assert.deepEqual(begun, ['a', 'b', 'urgent'])
  for (const name of ['urgent', 'a', 'c', 'd']) {
    while (!ends.has(name)) await Promise.resolve()
    ends.get(name)?.()
  }
  assert.deepEqual(await Promise.all([...jobs, urgent]), ['a', 'b', 'c', 'd', 'urgent'])
})

test('failed work releases the semaphore too', async () => {
  const turns = new Semaphore(1, 0)
  await assert.rejects(async () => turns.run(() => Promise.reject(new Error('no'))), /no/)
  assert.equal(await turns.run(async () => 'next'), 'next')
})
