import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { postgresRows } from './bare-postgres.ts'
import { sqliteRows } from './bare-sqlite.ts'

/** What somebody asks, by the names of the interface. */
export interface Asked {
  readonly token: string
  readonly id: number
  readonly type: number
  readonly device: string
  readonly deviceModel: string
  readonly owner: string
  readonly phone: string
  readonly description: string
  readonly content: string
  readonly status: number
}

/** Reads and writes the rows that Fettle does for the same call, with prepared statements and nothing else. */
export interface Rows {
  read(path: string, tokenHash: Buffer, id: number): object | Promise<object>
  write(path: string, tokenHash: Buffer, asked: Asked, key: string): Promise<object>
}

// The least that a Node server can do: no limits, no checks, no log, no headers that browsers are glad of.
const [kind, where = '', constant = ''] = process.argv.slice(2)
const rows = kind === 'sqlite' ? sqliteRows(where) : await postgresRows(where)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  if (request.method === 'GET') {
    if (path === '/duty/info') return send(response, constant)
    const asked = new URLSearchParams(query)
    const data = await rows.read(path, hashOf(asked.get('token') ?? ''), Number(asked.get('id')))
    return send(response, JSON.stringify({ success: true, data }))
  }
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', async () => {
    const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked // our own load
    const data = await rows.write(path, hashOf(asked.token), asked, String(request.headers['idempotency-key']))
    send(response, JSON.stringify({ success: true, data }))
  })
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Fettle is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
