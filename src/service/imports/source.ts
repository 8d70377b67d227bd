import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TableSource } from '#kit/tables/table.ts'

const pieceLength = 1 << 16

/** A table, and whether it is still the same. */
export interface ImportSource extends TableSource {
  /** Another text once somebody has written to it. */
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
