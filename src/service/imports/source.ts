import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TableSource } from '#kit/tables/table.ts'

const pieceLength = 1 << 16

export interface ImportSource extends TableSource {
  /** A fingerprint of the file that changes with each write. */
  state(): Promise<string>
}

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
