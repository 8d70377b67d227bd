import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** So many characters may wait for a log that takes none; what comes then is dropped. */
const mostWaiting = 4 * 1024 * 1024
/** So long the end of the process waits for a log that takes nothing just now. */
const finishMs = 500
const soonestMs = 5
const latestMs = 100
const afterErrorMs = 1000

/**
 * Writes lines to standard error and never waits for it: a full disk, or a reader that stands still, costs lines and
 * nothing else. Pipes, sockets and terminals are written to directly, because they can refuse what they have no room for. A
 * file cannot, so it is written to in a thread; a pipe in a thread could keep the process from ending.
 */
export class LogWriter {
  readonly #fd: number
  readonly #inThread: boolean
  readonly #lost: (lines: number) => void
  #lines: string[] = []
  /** Being written, or to be tried again; `#lines` come after it. */
  #chunk: Buffer | undefined
  #chunkLength = 0
  /** Characters in both. */
  #waiting = 0
  #dropped = 0
  #untold = 0
  #underWay = false
  /** How large the file was before a thread began to write the chunk to it. */
  #sizeBefore: number | undefined
  #againMs = soonestMs

  /** `lost` is called when lines are taken again after some were dropped. */
  constructor(lost: (lines: number) => void) {
    const { fd, blocks } = standardError()
    this.#fd = fd
    this.#inThread = blocks
    this.#lost = lost
  }

  /** Lines that nobody will ever see. */
  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    // Once one is dropped all are, until it can be told between which lines some are missing.
    if (this.#untold > 0 || this.#waiting + line.length > mostWaiting) {
      this.#dropped += 1
      this.#untold += 1
      return
    }
    this.#lines.push(line)
    this.#waiting += line.length
    if (this.#underWay) return
    this.#underWay = true
    // All that this turn of the event loop has to say goes in one write.
    setImmediate(() => this.#next())
  }

  /** At the end of the process: what still waits, as far as the log takes it within a moment. */
  finish(): void {
    const until = performance.now() + finishMs
    this.#tellLost()
    let rest = Buffer.from(this.#lines.join(''))
    if (this.#sizeBefore === undefined) rest = Buffer.concat([this.#chunk ?? Buffer.alloc(0), rest])
    // A thread has the chunk. Nothing calls us back any more, but its file tells when it is done. Behind one that stands still
    // we would stand still too.
    else if (!this.#waitFor(() => this.#threadIsDone(), until)) return
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

  #threadIsDone(): boolean {
    const { size } = fstatSync(this.#fd)
    return size >= (this.#sizeBefore ?? 0) + (this.#chunk?.length ?? 0)
  }

  /** Holds everything up until something is so; answers whether it was in time. */
  #waitFor(isSo: () => boolean, until: number): boolean {
    while (!isSo()) {
      if (performance.now() > until) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, soonestMs)
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
      this.#againMs = isFull(error) ? Math.min(2 * this.#againMs, latestMs) : afterErrorMs
      setTimeout(() => this.#next(), this.#againMs).unref()
      return
    }
    this.#againMs = soonestMs
    this.#chunk = this.#chunk?.subarray(count)
    if (this.#chunk?.length === 0) {
      this.#chunk = undefined
      this.#waiting -= this.#chunkLength
      if (this.#waiting < mostWaiting / 2) this.#tellLost()
    }
    if (this.#chunk || this.#lines.length > 0) setImmediate(() => this.#next())
    else this.#underWay = false
  }

  #tellLost(): void {
    const lines = this.#untold
    if (lines === 0) return
    this.#untold = 0
    this.#lost(lines)
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

/** Standard error: the descriptor to write to, and whether a write to it can block, as it can on a file. */
function standardError(): { fd: number; blocks: boolean } {
  const stat = fstatSync(2)
  // Node lets a pipe or socket refuse what it has no room for once its own stream is there, and undoes that at the end.
  if (stat.isFIFO() || stat.isSocket()) return { fd: process.stderr.fd, blocks: false }
  return { fd: isatty(2) ? terminal() : 2, blocks: stat.isFile() }
}

/** Opened once more where that can be done, because the shell has the same terminal and expects it as it was. After Ctrl-S it takes nothing. */
function terminal(): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants
  try {
    return openSync('/proc/self/fd/2', O_WRONLY | O_NONBLOCK | O_NOCTTY)
  } catch {
    return 2
  }
}
