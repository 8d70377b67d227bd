import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Characters that may wait for a log that accepts none. Lines beyond that are dropped. */
const maxWaiting = 4 * 1024 * 1024
/** How long the end of the process waits for a log that accepts nothing. */
const finishMs = 500
const minRetryMs = 5
const maxRetryMs = 100
const errorRetryMs = 1000

/**
 * Writes lines to standard error without ever waiting for it: a full disk or a reader that stopped reading costs lines and nothing else.
 * Pipes, sockets and terminals are written directly, because they can refuse data that does not fit. A file cannot refuse, so a thread
 * writes to it. A thread that is blocked by a pipe would keep the process from ending.
 */
export class LogWriter {
  readonly #fd: number
  readonly #inThread: boolean
  readonly #onRecovered: (lost: number) => void
  #lines: string[] = []
  /** The bytes being written or retried. `#lines` come after them. */
  #chunk: Buffer | undefined
  #chunkLength = 0
  /** Characters in both. */
  #waiting = 0
  #dropped = 0
  #unreported = 0
  #underWay = false
  /** How large the file was before a thread began to write the chunk to it. */
  #sizeBefore: number | undefined
  #retryMs = minRetryMs

  /** `onRecovered` is called when lines are accepted again after some were dropped. */
  constructor(onRecovered: (lost: number) => void) {
    const { fd, isFile } = standardError()
    this.#fd = fd
    this.#inThread = isFile
    this.#onRecovered = onRecovered
  }

  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    // After one dropped line all are dropped, until the log can say between which lines some are missing.
    if (this.#unreported > 0 || this.#waiting + line.length > maxWaiting) {
      this.#dropped += 1
      this.#unreported += 1
      return
    }
    this.#lines.push(line)
    this.#waiting += line.length
    if (this.#underWay) return
    this.#underWay = true
    // All lines of one turn of the event loop go out in one write.
    setImmediate(() => this.#next())
  }

  /** Writes at the end of the process what still waits, as far as the log accepts it within a moment. */
  finish(): void {
    const until = performance.now() + finishMs
    this.#reportLost()
    let rest = Buffer.from(this.#lines.join(''))
    if (this.#sizeBefore === undefined) rest = Buffer.concat([this.#chunk ?? Buffer.alloc(0), rest])
    // A thread writes the chunk. Its callback never comes now, but the size of its file tells when it has ended. If it is blocked, a write
    // here would block too.
    else if (!this.#waitFor(() => this.#hasThreadEnded(), until)) return
    this.#lines = []
    this.#chunk = undefined
    this.#waitFor(() => {
      try {
        rest = rest.subarray(rest.length > 0 ? writeSync(this.#fd, rest) : 0)
        return rest.length === 0
      } catch (error) {
        return !isFull(error)
      }
    }, until)
  }

  #hasThreadEnded(): boolean {
    const { size } = fstatSync(this.#fd)
    return size >= (this.#sizeBefore ?? 0) + (this.#chunk?.length ?? 0)
  }

  /** Blocks until the condition holds or the time is over. Returns whether it holds. */
  #waitFor(holds: () => boolean, until: number): boolean {
    while (!holds()) {
      if (performance.now() > until) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, minRetryMs)
    }
    return true
  }

  #next(): void {
    if (!this.#chunk) {
      this.#chunkLength = this.#waiting
      this.#chunk = Buffer.from(this.#lines.join(''))
      this.#lines = []
    }
    if (this.#inThread) {
      this.#sizeBefore = fstatSync(this.#fd).size
      write(this.#fd, this.#chunk, (error, count) => this.#wrote(error, count))
      return
    }
    try {
      this.#wrote(null, writeSync(this.#fd, this.#chunk))
    } catch (error) {
      this.#wrote(error, 0)
    }
  }

  #wrote(error: unknown, count: number): void {
    this.#sizeBefore = undefined
    if (error) {
      this.#retryMs = isFull(error) ? Math.min(2 * this.#retryMs, maxRetryMs) : errorRetryMs
      setTimeout(() => this.#next(), this.#retryMs).unref()
      return
    }
    this.#retryMs = minRetryMs
    this.#chunk = this.#chunk?.subarray(count)
    if (this.#chunk?.length === 0) {
      this.#chunk = undefined
      this.#waiting -= this.#chunkLength
      if (this.#waiting < maxWaiting / 2) this.#reportLost()
    }
    if (this.#chunk || this.#lines.length > 0) setImmediate(() => this.#next())
    else this.#underWay = false
  }

  #reportLost(): void {
    const lost = this.#unreported
    if (lost === 0) return
    this.#unreported = 0
    this.#onRecovered(lost)
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

function standardError(): { fd: number; isFile: boolean } {
  const stat = fstatSync(2)
  // Creating `process.stderr` makes a pipe or socket non-blocking. Node undoes that at the end.
  if (stat.isFIFO() || stat.isSocket()) return { fd: process.stderr.fd, isFile: false }
  return { fd: isatty(2) ? terminal() : 2, isFile: stat.isFile() }
}

/** Opens the terminal again as non-blocking, because the shell shares the descriptor 2. After Ctrl-S it accepts nothing. */
function terminal(): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants
  try {
    return openSync('/proc/self/fd/2', O_WRONLY | O_NONBLOCK | O_NOCTTY)
  } catch {
    return 2
  }
}
