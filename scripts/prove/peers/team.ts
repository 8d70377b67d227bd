import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, connect } from '#contract/client.ts'
import { runProgram } from '../../../test/support/program.ts'
import { Service } from '../../shared/service.ts'

/** A Fettle on SQLite in a process of its own, and the people who use it. */
export class Team implements AsyncDisposable {
  readonly #dataDir: string
  readonly #settings: Readonly<Record<string, string>>
  readonly #tokens = new Map<string, string>()
  #service: Service | undefined

  constructor(dataDir: string, settings: Readonly<Record<string, string>>) {
    this.#dataDir = dataDir
    this.#settings = { ...settings, PUBLIC_URL: 'http://127.0.0.1:8080', DEFAULT_LANG: 'en_US' }
  }

  async start(): Promise<void> {
    this.#service = await Service.launch({ dataDir: this.#dataDir, env: this.#settings })
  }

  async kill(): Promise<void> {
    await this.#service?.end('SIGKILL')
  }

  /** Runs a command of Fettle; returns the lines that it prints. */
  async command(...words: readonly string[]): Promise<readonly string[]> {
    const { out, err } = await runProgram(words, {
      cwd: this.#dataDir,
      env: { ...this.#settings, DATA_DIR: this.#dataDir },
    })
    return `${out}${err}`.trimEnd().split('\n')
  }

  /** A person who logs in once and keeps the session after restarts on other ports. */
  async person(name: string): Promise<Client> {
    const url = this.#service?.url ?? ''
    const known = this.#tokens.get(name) ?? (await connect({ url }).session.login({ code: name })).token
    this.#tokens.set(name, known)
    return connect({ url, token: () => known, lang: () => 'en_US' })
  }

  async admin(): Promise<Client> {
    const known = this.#tokens.has('admin')
    const admin = await this.person('admin')
    if (!known) await admin.members.login({ code: readFileSync(join(this.#dataDir, 'admin-code'), 'utf8').trim() })
    return admin
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}
