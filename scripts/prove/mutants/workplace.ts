import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { createTemplateDatabases } from '../../../test/support/databases.ts'
import { type OwnPostgres, ownPostgres } from '../../../test/support/postgres.ts'
import { read, root } from './source.ts'

const pages = 'web/dist'
const failed = /^ *not ok \d+ - (.*)$/m
const sharedMemory = '/dev/shm'

export interface Outcome {
  readonly end: 'passed' | 'failed' | 'too long'
  readonly failure: string
  readonly output: string
  readonly ms: number
}

/** A copy of the repository for the faults, with a PostgreSQL of its own, isolated from everything else. */
export class Workplace implements AsyncDisposable {
  readonly dir: string
  readonly #home: string
  readonly #postgres: OwnPostgres
  /** Temporary folders for the tests: on the disk, and in memory if the machine has one. */
  readonly #temporary: readonly [string, string]
  #running: number | undefined

  private constructor(home: string, postgres: OwnPostgres) {
    this.#home = home
    this.dir = join(home, 'fettle')
    this.#postgres = postgres
    this.#temporary = [join(home, 'tmp'), join(existsSync(sharedMemory) ? sharedMemory : home, basename(home))]
    // For a run that is interrupted. The databases have a hook of their own.
    process.once('exit', () => this.#clear())
  }

  static async make(): Promise<Workplace> {
    const home = mkdtempSync(join(tmpdir(), 'fettle-mutants-'))
    chmodSync(home, 0o755) // as root, PostgreSQL runs as a user of its own
    const place = new Workplace(home, await ownPostgres(['max_connections=400']))
    mkdirSync(join(home, 'models'))
    mkdirSync(place.dir)
    for (const name of readdirSync(root)) {
      if (name === 'node_modules' || name === '.git') symlinkSync(join(root, name), join(place.dir, name))
      else cpSync(join(root, name), join(place.dir, name), { recursive: true })
    }
    const makeDatabases = `(await import('./test/support/databases.ts')).${createTemplateDatabases.name}()`
    for (const prepared of [await place.run(['-e', makeDatabases], 120_000), await place.buildPages()])
      if (prepared.end !== 'passed') throw new Error(`the copy cannot be prepared: ${prepared.output}`)
    cpSync(join(place.dir, pages), join(home, pages), { recursive: true })
    return place
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.dir, file), text)
  }

  restore(file: string): void {
    this.write(file, read(file))
  }

  buildPages(): Promise<Outcome> {
    return this.run(['scripts/build-web.js'], 120_000)
  }

  restorePages(): void {
    remove(join(this.dir, pages))
    cpSync(join(this.#home, pages), join(this.dir, pages), { recursive: true })
  }

  /** Checks a file like `npm run check`, except for its format. */
  async check(file: string): Promise<Outcome> {
    const tsc = 'node_modules/typescript/bin/tsc'
    // Some faults are conditions that always or never hold.
    const checks = projectsOf(file).map((dir) => [tsc, '--allowUnreachableCode', 'true', '-p', dir])
    const except = '--skip=correctness/noConstantCondition'
    checks.push(['node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings', except, file])
    for (const check of checks) {
      const outcome = await this.run(check, 300_000)
      if (outcome.end !== 'passed') return outcome
    }
    return { end: 'passed', failure: '', output: '', ms: 0 }
  }

  /** Runs a test file to its end, or with `stop` until the first test fails. */
  runTest(file: string, limitMs: number, { stop = false, env = {} } = {}): Promise<Outcome> {
    return this.run(['--test', '--test-reporter=tap', file], limitMs, env, stop)
  }

  /** Runs Node in the copy. Kills its process group at the limit, or with `stop` when a test has failed. */
  async run(args: readonly string[], limitMs: number, env: NodeJS.ProcessEnv = {}, stop = false): Promise<Outcome> {
    const started = performance.now()
    for (const dir of this.#temporary) {
      mkdirSync(dir, { recursive: true })
      chmodSync(dir, 0o755)
    }
    const child = spawn(process.execPath, args, {
      cwd: this.dir,
      detached: true,
      env: { ...process.env, ...this.#environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#running = child.pid
    let end: Outcome['end'] | undefined
    let output = ''
    const endAs = (why: Outcome['end']) => {
      end ??= why
      endGroup(child.pid)
    }
    const limit = setTimeout(() => endAs('too long'), limitMs)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (stop && failed.test(output)) endAs('failed')
      })
    const [code] = await once(child, 'exit')
    clearTimeout(limit)
    endGroup(child.pid)
    this.#running = undefined
    await this.#tidy()
    const [, failure = ''] = failed.exec(output) ?? []
    const ms = Math.round(performance.now() - started)
    return { end: end ?? (code === 0 ? 'passed' : 'failed'), failure, output, ms }
  }

  /** The variables that test/support/setup.ts would set. */
  #environment(): Record<string, string> {
    const [TMPDIR, TEST_DIR] = this.#temporary
    const NODE_COMPILE_CACHE = join(this.#home, 'compiled')
    return {
      TEST_POSTGRES: this.#postgres.url,
      TEST_MODEL: join(this.#home, 'models'),
      NODE_COMPILE_CACHE,
      TEST_DIR,
      TMPDIR,
    }
  }

  /** Removes files and databases of a test that was killed. */
  async #tidy(): Promise<void> {
    for (const dir of this.#temporary) remove(dir)
    const client = new pg.Client(`${this.#postgres.url}/postgres`)
    await client.connect()
    const { rows } = await client.query(`select datname as name from pg_database where datname like 't\\_%'`)
    for (const { name } of rows) await client.query(`drop database "${name}" with (force)`)
    await client.end()
  }

  #clear(): void {
    endGroup(this.#running)
    for (const dir of [...this.#temporary, this.#home]) remove(dir)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#postgres[Symbol.asyncDispose]()
    this.#clear()
  }
}

/** The TypeScript projects that contain a file. The pages import these floors as well. */
function projectsOf(file: string): string[] {
  if (file.startsWith('web/')) return ['web']
  return /^(?:client|src\/(?:kit|contract|rules))\//.test(file) ? ['.', 'web'] : ['.']
}

const remove = (dir: string) => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has gone already.
  }
}
