import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Debian } from './debian.ts'

/** What is particular to a ticket system from Debian's packages. */
export interface Kind {
  readonly name: 'request-tracker' | 'redmine'
  readonly port: number
  readonly packages: readonly string[]
  /** For debconf, so that nothing is asked. */
  readonly answers: string
  /** Its web server, on loopback. */
  readonly server: readonly string[]
  /** Makes what Fettle needs there, by the system's own means, and answers the settings for Fettle. */
  setUp(debian: Debian): Promise<Readonly<Record<string, string>>>
  /** What is there, by the system's own means: a line for each ticket with reference, number and comments. */
  list(debian: Debian): Promise<string>
}

export interface Listed {
  readonly ref: string
  readonly id: number
  /** The references of the remarks that came. */
  readonly remarks: readonly string[]
}

/** A real ticket system on this machine. */
export class Peer {
  readonly kind: Kind
  readonly #debian: Debian
  readonly #pidFile: string
  readonly #settingsFile: string

  constructor(kind: Kind, debian: Debian) {
    this.kind = kind
    this.#debian = debian
    this.#pidFile = join(debian.dir, `${kind.name}.pid`)
    this.#settingsFile = join(debian.dir, `${kind.name}.json`)
  }

  /** Installed and set up, unless it was before. */
  async make(): Promise<void> {
    await this.#debian.make()
    if (existsSync(this.#settingsFile)) return
    await this.#debian.install(this.kind.packages, this.kind.answers)
    const url = `http://127.0.0.1:${this.kind.port}`
    const settings = { EXTERNAL: this.kind.name, EXTERNAL_URL: url, EXTERNAL_PRIVATE: 'on' }
    writeFileSync(this.#settingsFile, JSON.stringify({ ...settings, ...(await this.kind.setUp(this.#debian)) }), {
      mode: 0o600,
    })
  }

  settings(): Readonly<Record<string, string>> {
    return JSON.parse(readFileSync(this.#settingsFile, 'utf8')) as Record<string, string> // written above
  }

  async list(): Promise<readonly Listed[]> {
    const lines = (await this.kind.list(this.#debian)).split('\n').filter((line) => line.includes('\t'))
    return lines.map((line) => {
      const [ref = '', id = '', ...remarks] = line.split('\t')
      return { ref, id: Number(id), remarks: remarks.filter((one) => one !== '') }
    })
  }

  /** The version of its package. */
  async version(): Promise<string> {
    await this.make()
    const [name = ''] = this.kind.packages
    return (await this.#debian.run(['dpkg-query', '--show', name])).trim().split('\t').at(-1) ?? ''
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    if (this.#pid() !== undefined) return
    if (await this.answers()) throw new Error(`something else listens on port ${this.kind.port}`)
    const log = openSync(join(this.#debian.dir, `${this.kind.name}.log`), 'a')
    const [program = '', ...args] = this.#debian.inside(this.kind.server)
    const child = spawn(program, args, {
      detached: true,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
    })
    await once(child, 'spawn')
    writeFileSync(this.#pidFile, String(child.pid))
    child.unref()
    while (!(await this.answers())) {
      if (child.exitCode !== null)
        throw new Error(`${this.kind.name} does not start: see its log in ${this.#debian.dir}`)
      await pause(200)
    }
  }

  /** Whether something listens on its port. */
  async answers(): Promise<boolean> {
    const socket = connect(this.kind.port, '127.0.0.1')
    const reached = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return reached
  }

  /** Resolves when it has ended; `SIGKILL` is the plug pulled out. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const pid = this.#pid()
    if (pid !== undefined) process.kill(-pid, signal)
    while (this.#pid() !== undefined || (await this.answers())) await pause(100)
    rmSync(this.#pidFile, { force: true })
  }

  /** Its process, if it is one of ours: a number on paper may be somebody else's by now. */
  #pid(): number | undefined {
    try {
      const pid = Number(readFileSync(this.#pidFile, 'utf8'))
      return readlinkSync(`/proc/${pid}/root`) === this.#debian.root ? pid : undefined
    } catch {
      return undefined
    }
  }
}
