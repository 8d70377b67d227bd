import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** Brings what was written to a file onto the disk. */
export type Sync = (fd: number) => Promise<void>

const headerBytes = 32
const frameHeaderBytes = 24
const chunkBytes = 1024 * 1024

interface Position {
  readonly header: Buffer
  readonly end: number
}

interface Part extends Position {
  readonly start: number
  readonly bytes: Buffer
}

/**
 * Syncs SQLite's write-ahead log, so that the event loop does not wait for the disk.
 *
 * 1. The engine's reader begins a transaction: it keeps to the state before the commit, and so keeps every process from writing
 *    the new frames back into the database and from beginning the log anew.
 * 2. SQLite writes the commit to the log and does not sync it (`synchronous = normal`).
 * 3. At once, `sync` copies what is new in the log. Then a thread of the pool syncs the file.
 * 4. Then the reader moves on, all callers are answered, and the next change may begin. Nothing that a reader sees, and
 *    nothing that a change rests on, can be taken back by a power cut.
 *
 * After a failed sync the system may have dropped the pages, and may call the next sync of them a success. So each further
 * try first writes the copy to where it was.
 *
 * SQLite holds its locks on the database and on `-shm`; closing a handle of ours on those would release them. It has none on the log.
 */
export class LogSync implements Disposable {
  readonly #fd: number
  readonly #sync: Sync
  #synced: Position
  #part: Part | undefined
  #failed = false

  /**
   * A kill may have left commits here that SQLite reads from the log again, but that never reached the disk. If a sync of them
   * failed, a later one says nothing of it: so they are written again, unless another process (not `alone`) could begin the log anew meanwhile.
   */
  constructor(
    file: string,
    frames: number,
    { alone, sync = promisify(fdatasync) }: { alone: boolean; sync?: Sync | undefined },
  ) {
    this.#fd = openSync(`${file}-wal`, 'r+')
    this.#sync = sync
    try {
      this.#synced = this.#position(frames)
      if (frames > 0) {
        if (alone) this.#rewrite(this.#synced.end)
        fdatasyncSync(this.#fd)
      }
    } catch (error) {
      closeSync(this.#fd)
      throw error
    }
  }

  /** Resolves when all `frames` of the log are on disk. */
  async sync(frames: number): Promise<void> {
    this.#part ??= this.#copy(frames)
    const { header, end, start, bytes } = this.#part
    if (bytes.length > 0) {
      try {
        if (this.#failed) this.#write(bytes, start)
        await this.#sync(this.#fd)
      } catch (error) {
        this.#failed = true
        throw error
      }
    }
    this.#failed = false
    this.#synced = { header, end }
    this.#part = undefined
  }

  /** SQLite has synced these itself. */
  skip(frames: number): void {
    this.#synced = this.#position(frames)
  }

  /** Whether the file has nothing but the frame that every log begins with, not even what an earlier log has left. */
  isFresh(): boolean {
    const { size } = fstatSync(this.#fd)
    return size === 0 || size <= this.#position(1).end
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd)
  }

  /** Another header is another log: it was begun anew, from the start of the file. */
  #copy(frames: number): Part {
    const { header, end } = this.#position(frames)
    const start = header.equals(this.#synced.header) ? this.#synced.end : 0
    return { header, end, start, bytes: this.#read(start, Math.max(0, end - start)) }
  }

  #rewrite(end: number): void {
    for (let start = 0; start < end; start += chunkBytes)
      this.#write(this.#read(start, Math.min(chunkBytes, end - start)), start)
  }

  #write(bytes: Buffer, start: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#fd, bytes, done, bytes.length - done, start + done)
  }

  #position(frames: number): Position {
    if (frames === 0) return { header: Buffer.alloc(0), end: 0 }
    const header = this.#read(0, headerBytes)
    return { header, end: headerBytes + frames * (frameHeaderBytes + header.readUInt32BE(8)) }
  }

  #read(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length; ) {
      const count = readSync(this.#fd, bytes, done, length - done, start + done)
      if (count === 0) throw new Error('the write-ahead log is shorter than what was committed')
      done += count
    }
    return bytes
  }
}
