import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { Refusal } from '#contract/errors.ts'
import { Bodies } from './body.ts'
import { bounds } from './limits.ts'

test('a body that broke off before anybody looked is refused, whatever of it is there', async () => {
  for (const complete of [false, true]) {
    const request = new IncomingMessage(new Socket())
    request.headers['content-length'] = '2'
    request.complete = complete
    request.push('{}')
    request.destroy()
    await assert.rejects(
      new Bodies(bounds).read(request),
      (error) => error instanceof Refusal && error.code === 'bad_request',
    )
  }
})
