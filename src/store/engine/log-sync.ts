import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

export type Sync = (fd: number) => Promise<void>

const headerBytes = 32
const frameHeaderBytes = 24
const chunkBytes = 1024 * 1024

interface Position {
  readonly header: Buffer
  readonly end: number
}

/** A copy of the frames that are not synced yet. */
interface UnsyncedPart extends Position {
  readonly start: number
  readonly bytes: Buffer
}

/**
 * Syncs SQLite's write-ahead log outside the event loop.
 *
 * 1. The engine's reader opens a read transaction before the commit. It hides the commit from reads, and prevents every process from
 *    checkpointing the new frames and from restarting the log.
 * 2. SQLite writes the commit to the log without syncing it (`synchronous = normal`).
 * 3. `sync` copies the new frames into memory at once. Then a thread of the libuv pool syncs the file.
 * 4. The reader ends its transaction, all callers are answered, and the next change may begin. So a power cut can undo nothing that a
 *    reader has seen or that a change depends on.
 *
 * After a failed fsync the kernel may drop the dirty pages and report success for the next fsync. So every retry first writes the copied
 * frames to the file again.
 *
 * SQLite has POSIX locks on the database and on `-shm`, which closing any other descriptor of them would release. It has none on the log.
 */
export class LogSync implements Disposable {
  readonly #fd: number
  readonly #sync: Sync
  #synced: Position
  #unsynced: UnsyncedPart | undefined
  #failed = false

  /**
   * A killed process may have left commits in the log that were never synced. If their sync failed, a later sync would not report it, so they
   * are written again. Only with `alone`, because otherwise another process could restart the log meanwhile.
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

  /** Resolves when the first `frames` frames of the log are on disk. */
  async sync(frames: number): Promise<void> {
    this.#unsynced ??= this.#copy(frames)
    const { header, end, start, bytes } = this.#unsynced
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
    this.#unsynced = undefined
  }

  /** Records that SQLite itself has synced these frames. */
  skip(frames: number): void {
    this.#synced = this.#position(frames)
  }

  /** True if the log file has at most one frame, the one that `beginLog` writes, and no remains of an earlier log. */
  isFresh(): boolean {
    const { size } = fstatSync(this.#fd)
    return size === 0 || size <= this.#position(1).end
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd)
  }

  /** Copies the frames after the synced position. A changed header means that the log was restarted from the beginning of the file. */
  #copy(frames: number): UnsyncedPart {
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
      if (count === 0) throw new Error('the write-ahead log is shorter than the committed frames')
      done += count
    }
    return bytes
  }
}
