import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { connect } from './client.ts'

test('the API client sends each field only where its endpoint takes it: in the path, the query or the body', async () => {
  const seen: string[] = []
  await using server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${await text(request)}`)
    response.end('{"code":0,"data":{}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ url: `http://127.0.0.1:${port}` })
  await client.tickets.info({ id: 7 })
  await client.tickets.addnote({ id: 7, content: 'It hums' })
  await client.tickets.newcomment({ id: 7, content: 'It hums' })
  assert.deepEqual(seen, [
    'GET /tickets/info?id=7 ',
    'POST /tickets/addnote {"id":7,"content":"It hums"}',
    'POST /tickets/newcomment?id=7 {"content":"It hums"}',
  ])
})
