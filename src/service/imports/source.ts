import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TableSource } from '#kit/tables/table.ts'

const pieceLength = 1 << 16

const hash = () => {
  const sha256 = createHash('sha256')
  return { update: (bytes: Uint8Array) => sha256.update(bytes), digest: () => sha256.digest('hex') }
}

/** A table in memory. */
export function bytesSource(bytes: Uint8Array): TableSource {
  return {
    size: async () => bytes.length,
    async *open(start = 0, end = bytes.length) {
      for (let at = start; at < Math.min(end, bytes.length); at += pieceLength)
        yield bytes.subarray(at, Math.min(at + pieceLength, end))
    },
    hash,
  }
}

/** A table in a file. */
export function fileSource(path: string): TableSource {
  return {
    size: async () => (await stat(path)).size,
    async *open(start = 0, end = Number.POSITIVE_INFINITY) {
      if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: pieceLength })
    },
    hash,
  }
}
