import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { minBody } from '#contract/body-limits.ts'
import { Refusal } from '#contract/errors.ts'
import { BodyReader } from './body.ts'
import { bounds } from './limits.ts'

test('arriving request bodies may use all the memory reserved for them and not a byte more', async () => {
  const arriving = (size: number) => {
    const request = new IncomingMessage(new Socket())
    request.headers['content-length'] = String(size)
    const read = new BodyReader({ ...bounds, bodyBytes: 20 }).read(request, minBody)
    request.push(`${' '.repeat(size - 2)}{}`)
    request.complete = true
    request.push(null)
    return read
  }
  assert.deepEqual(await arriving(20), [])
  await assert.rejects(arriving(21), { code: 'overloaded' })
})

test('a request body that was cut off before it was read is refused', async () => {
  for (const complete of [false, true]) {
    const request = new IncomingMessage(new Socket())
    request.headers['content-length'] = '2'
    request.complete = complete
    request.push('{}')
    request.destroy()
    await assert.rejects(
      new BodyReader(bounds).read(request, minBody),
      (error) => error instanceof Refusal && error.code === 'bad_request',
    )
  }
})
