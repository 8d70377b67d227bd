import { hash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { postgresRows } from './bare-postgres.ts'
import { sqliteRows } from './bare-sqlite.ts'
import type { Asked } from './statements.ts'

// The least that a Node server can do: no limits, checks, log or headers for browsers.
const [kind, where = '', constant = ''] = process.argv.slice(2)
const rows = kind === 'sqlite' ? sqliteRows(where) : await postgresRows(where)

const hashOf = (bytes: string | Buffer) => hash('sha256', bytes, 'buffer')

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text))])
  response.end(text)
}

const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
  const { method, url = '' } = request
  const answer = (data: string) => send(response, `{"success":true,"data":${data}}`)
  if (method === 'GET') {
    if (url.startsWith('/duty/info')) return send(response, constant)
    const at = url.indexOf('?')
    const { token, id } = parse(url.slice(at + 1))
    return rows.read(url.slice(0, at), hashOf(String(token)), Number(id), answer)
  }
  // The load of the benchmark sends small bodies, each in one piece.
  request.on('data', (body: Buffer) => {
    const asked = JSON.parse(body.toString()) as Asked // the load generator of this folder sends it
    const key = String(request.headers['idempotency-key'])
    rows.write({ path: url, tokenHash: hashOf(asked.token), asked, key, body: hashOf(body) }, answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Fettle is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
