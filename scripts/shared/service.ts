import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

/** The command of `npm start`. The small young generation saves a fifth of the memory of ten thousand connections. */
const program = [process.execPath, '--max-semi-space-size=8', join(root, 'bin/fettle.js'), 'start']

export interface Launch {
  /** By default the command of `npm start`. */
  readonly command?: readonly string[]
  readonly options?: readonly string[]
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

/** A service in a process group of its own. */
export class Service implements AsyncDisposable {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  /** Resolves when the service prints its address; rejects with its standard error if it exits before. */
  static async launch({ command = program, options = [], dataDir, env = {} }: Launch): Promise<Service> {
    const [file = process.execPath, ...args] = command
    const child = spawn(file, [...args, ...options], {
      cwd: root,
      detached: true,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: '0',
        DATA_DIR: dataDir,
        DEMO_LOGIN: 'on',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text
    })
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const [, found] = /^Fettle is at (\S+)/.exec(line) ?? []
        if (found) resolve(found)
      })
      child.once('error', reject)
      child.once('close', () => reject(new Error(complaints)))
    })
    return new Service(child, url)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resident memory of its process, in megabytes. */
  memory(): number {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  }

  /** Sends a signal to the process group and waits for its end; returns the exit code, or `null` after a kill. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.alive()) {
      const gone = once(this.#child, 'close')
      process.kill(-this.pid, signal)
      await gone
    }
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
  }
}
