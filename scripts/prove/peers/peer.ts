import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from '../../../test/support/until.ts'
import { type Debian, environment } from './debian.ts'

/** The properties of a ticket system from Debian's packages. */
export interface Kind {
  readonly name: 'request-tracker' | 'redmine'
  readonly port: number
  readonly packages: readonly string[]
  /** Answers for debconf, so that the installation asks no questions. */
  readonly answers: string
  /** The command of its web server, on loopback. */
  readonly server: readonly string[]
  /** Sets up what Fettle needs; returns the settings for Fettle. */
  setUp(debian: Debian): Promise<Readonly<Record<string, string>>>
  /** Prints a line for each ticket, with reference, number and comments. */
  list(debian: Debian): Promise<string>
}

/** True if a program of this machine listens on the port. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const reached = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return reached
}

export interface ListedTicket {
  readonly ref: string
  readonly id: number
  readonly remarks: readonly string[]
}

/** A real ticket system on this machine. */
export class Peer {
  readonly kind: Kind
  readonly #debian: Debian

  constructor(kind: Kind, debian: Debian) {
    this.kind = kind
    this.#debian = debian
  }

  /** Installs the system and sets it up, unless this was done before. */
  async make(): Promise<void> {
    await this.#debian.make()
    if (existsSync(this.#file('json'))) return
    await this.#debian.install(this.kind.packages, this.kind.answers)
    const url = `http://127.0.0.1:${this.kind.port}`
    const settings = { EXTERNAL: this.kind.name, EXTERNAL_URL: url, EXTERNAL_PRIVATE: 'on' }
    const all = { ...settings, ...(await this.kind.setUp(this.#debian)) }
    writeFileSync(this.#file('json'), JSON.stringify(all), { mode: 0o600 })
  }

  settings(): Readonly<Record<string, string>> {
    return JSON.parse(readFileSync(this.#file('json'), 'utf8')) as Record<string, string> // the code above writes it
  }

  async list(): Promise<readonly ListedTicket[]> {
    const lines = (await this.kind.list(this.#debian)).split('\n').filter((line) => line.includes('\t'))
    return lines.map((line) => {
      const [ref = '', id = '', ...remarks] = line.split('\t')
      return { ref, id: Number(id), remarks: remarks.filter((one) => one !== '') }
    })
  }

  async version(): Promise<string> {
    await this.make()
    const [name = ''] = this.kind.packages
    return (await this.#debian.run(['dpkg-query', '--show', name])).trim().split('\t').at(-1) ?? ''
  }

  async start(): Promise<void> {
    const { name, port, server } = this.kind
    if (this.#pid() !== undefined) return
    if (await isListening(port)) throw new Error(`another program listens on port ${port}`)
    const log = openSync(this.#file('log'), 'a')
    const [program = '', ...args] = this.#debian.inside(server)
    const child = spawn(program, args, { detached: true, env: environment, stdio: ['ignore', log, log] })
    await once(child, 'spawn')
    writeFileSync(this.#file('pid'), String(child.pid))
    child.unref()
    await until(() => {
      if (child.exitCode !== null) throw new Error(`${name} does not start: see its log in ${this.#debian.dir}`)
      return isListening(port)
    })
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const pid = this.#pid()
    if (pid !== undefined) process.kill(-pid, signal)
    await until(async () => this.#pid() === undefined && !(await isListening(this.kind.port)))
    rmSync(this.#file('pid'), { force: true })
  }

  #file(ending: 'json' | 'log' | 'pid'): string {
    return join(this.#debian.dir, `${this.kind.name}.${ending}`)
  }

  /** Its process. The number in the file may be reused by another program, which has another root. */
  #pid(): number | undefined {
    try {
      const pid = Number(readFileSync(this.#file('pid'), 'utf8'))
      return readlinkSync(`/proc/${pid}/root`) === this.#debian.root ? pid : undefined
    } catch {
      return undefined
    }
  }
}
