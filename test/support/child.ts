import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A helper program in its own process, which reports its progress in lines. */
export class Child implements AsyncDisposable {
  readonly process: ChildProcess
  readonly #lines: AsyncIterator<string>

  /** `program` is a file in test/support/programs. */
  constructor(program: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [join(import.meta.dirname, 'programs', program), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const { stdout } = this.process
    if (!stdout) throw new Error('no output to read')
    this.#lines = createInterface(stdout)[Symbol.asyncIterator]()
  }

  /** The next line, or `undefined` when it has ended. */
  async line(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next()
    return done ? undefined : value
  }

  /** Writes a line to its standard input. */
  tell(text: string): void {
    this.process.stdin?.write(`${text}\n`)
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const gone = once(this.process, 'exit')
    this.process.kill(signal)
    await gone
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }
}
