import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TableSource } from '#kit/tables/table.ts'

const pieceLength = 1 << 16

/** A table that can tell if it has changed. */
export interface ImportSource extends TableSource {
  /** A fingerprint that changes when the file is written to. */
  state(): Promise<string>
}

/** A table in memory. */
export function bytesSource(bytes: Uint8Array): ImportSource {
  return {
    size: async () => bytes.length,
    async *open(start = 0, end = bytes.length) {
      for (let at = start; at < Math.min(end, bytes.length); at += pieceLength)
        yield bytes.subarray(at, Math.min(at + pieceLength, end))
    },
    state: async () => '',
  }
}

/** A table in a file. */
export function fileSource(path: string): ImportSource {
  return {
    size: async () => (await stat(path)).size,
    async *open(start = 0, end = Number.POSITIVE_INFINITY) {
      if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: pieceLength })
    },
    async state() {
      const { ino, size, mtimeNs } = await stat(path, { bigint: true })
      return [ino, size, mtimeNs].join()
    },
  }
}
