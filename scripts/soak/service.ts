import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Service extends AsyncDisposable {
  readonly url: string
  /** Resident memory of its process, in megabytes. */
  memory(): number
}

/** The service as people start it, in a process and a folder of its own; for the second time, with its code compiled. */
export async function startService(): Promise<Service> {
  const dir = mkdtempSync(join(tmpdir(), 'fettle-soak-'))
  await (await startIn(dir))[Symbol.asyncDispose]()
  const service = await startIn(dir)
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function startIn(dir: string): Promise<Service> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/fettle.js'), 'start'], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      said += part
      const [, found] = /Fettle is at (\S+)/.exec(said) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the service did not start: ${said}`)))
  })
  return {
    url,
    memory() {
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Math.round(Number(kilobytes) / 1024)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'soak' }),
  })
  return ((await response.json()) as { token: string }).token
}

/** A POST as it goes over the wire. */
export function post(path: string, fields: object): string {
  const body = JSON.stringify(fields)
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
