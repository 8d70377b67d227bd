import { bytesOf, TableError, type TableLimits, type TableSource } from './source.ts'

/** One file of an archive, from its directory. */
interface Entry {
  readonly offset: number
  readonly nameLength: number
  readonly stored: boolean
  readonly crc: number
  readonly packed: number
  readonly unpacked: number
}

export interface ZipArchive {
  has(name: string): boolean
  /** The content of a file in pieces. It is trusted only at its end, because the checksum is compared there. */
  open(name: string): AsyncIterable<Uint8Array>
  /** The same without the checksum, for files that are opened again later. */
  skim(name: string): AsyncIterable<Uint8Array>
}

const endLength = 22
const entryLength = 46
const localLength = 30
const maxComment = 0xffff
const maxDirectory = 4 << 20
const maxEntries = 10_000
/** Ordinary sheets are compressed to a tenth, ZIP bombs to a thousandth. */
const maxRatio = 200
const smallEnough = 64 << 20
/** Stands for a size of more than four bytes (ZIP64), which is beyond our limits. */
const beyond = 0xffffffff
const notAsWritten = (cause?: unknown) => new TableError('cut_off', { cause })

/**
 * Opens a ZIP by its directory. No stated size is trusted: the directory must fit the archive, files may not overlap, and each must unpack
 * to exactly its stated size. Names are only looked up and never become paths.
 */
export async function openZip(source: TableSource, limits: TableLimits): Promise<ZipArchive> {
  const entries = await directory(source)
  const all = [...entries.values()].toSorted((a, b) => a.offset - b.offset)
  for (const [i, { offset, nameLength, packed, unpacked }] of all.entries()) {
    const next = all[i + 1]
    if (next && offset + localLength + nameLength + packed > next.offset) throw notAsWritten()
    if (unpacked > smallEnough && unpacked > packed * maxRatio) throw new TableError('too_large_inside')
  }
  if (all.reduce((sum, { unpacked }) => sum + unpacked, 0) > limits.unpacked) throw new TableError('too_large_inside')
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw notAsWritten()
    return entry
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    open: (name) => checked(contents(source, entryOf(name)), entryOf(name)),
    skim: (name) => contents(source, entryOf(name)),
  }
}

async function directory(source: TableSource): Promise<Map<string, Entry>> {
  const size = await source.size()
  const tail = await bytesOf(source, Math.max(0, size - endLength - maxComment), size)
  const end = view(tail)
  let at = tail.length - endLength
  while (
    at >= 0 &&
    !(end.getUint32(at, true) === 0x06054b50 && at + endLength + end.getUint16(at + 20, true) === tail.length)
  )
    at -= 1
  if (at < 0) throw notAsWritten()
  const [count, length, start] = [
    end.getUint16(at + 10, true),
    end.getUint32(at + 12, true),
    end.getUint32(at + 16, true),
  ]
  if (count === 0xffff || start === beyond || length > maxDirectory || count > maxEntries)
    throw new TableError('too_large_inside')
  if (start + length > size - tail.length + at) throw notAsWritten()
  const bytes = await bytesOf(source, start, start + length)
  return entriesOf(bytes, count, start)
}

function entriesOf(bytes: Uint8Array, count: number, end: number): Map<string, Entry> {
  const fields = view(bytes)
  const entries = new Map<string, Entry>()
  let at = 0
  for (let i = 0; i < count; i += 1) {
    if (at + entryLength > bytes.length || fields.getUint32(at, true) !== 0x02014b50) throw notAsWritten()
    const method = fields.getUint16(at + 10, true)
    const nameLength = fields.getUint16(at + 28, true)
    const entry: Entry = {
      stored: method === 0,
      crc: fields.getUint32(at + 16, true),
      packed: fields.getUint32(at + 20, true),
      unpacked: fields.getUint32(at + 24, true),
      nameLength,
      offset: fields.getUint32(at + 42, true),
    }
    if (entry.packed === beyond || entry.unpacked === beyond || entry.offset === beyond)
      throw new TableError('too_large_inside')
    if (fields.getUint16(at + 8, true) & 1) throw new TableError('encrypted')
    if ((method !== 0 && method !== 8) || entry.offset + localLength + nameLength + entry.packed > end)
      throw notAsWritten()
    if (entry.stored && entry.packed !== entry.unpacked) throw notAsWritten()
    const name = new TextDecoder().decode(bytes.subarray(at + entryLength, at + entryLength + nameLength))
    const key = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
    if (entries.has(key)) throw notAsWritten()
    entries.set(key, entry)
    at += entryLength + nameLength + fields.getUint16(at + 30, true) + fields.getUint16(at + 32, true)
  }
  return entries
}

async function* contents(source: TableSource, entry: Entry): AsyncGenerator<Uint8Array> {
  const local = await bytesOf(source, entry.offset, entry.offset + localLength)
  const fields = view(local)
  if (fields.getUint32(0, true) !== 0x04034b50) throw notAsWritten()
  const start = entry.offset + localLength + fields.getUint16(26, true) + fields.getUint16(28, true)
  const packed = counted(source.open(start, start + entry.packed), entry.packed)
  let length = 0
  for await (const piece of entry.stored ? packed : inflated(packed)) {
    length += piece.length
    if (length > entry.unpacked) throw notAsWritten()
    yield piece
  }
  if (length !== entry.unpacked) throw notAsWritten()
}

async function* checked(pieces: AsyncIterable<Uint8Array>, { crc }: Entry): AsyncGenerator<Uint8Array> {
  let found = 0
  for await (const piece of pieces) {
    found = crc32(piece, found)
    yield piece
  }
  if (found !== crc) throw notAsWritten()
}

async function* counted(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    // Another thread unpacks the bytes, so it gets a copy.
    yield new Uint8Array(piece)
  }
  if (length !== size) throw notAsWritten()
}

async function* inflated(packed: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  try {
    yield* ReadableStream.from(packed).pipeThrough(new DecompressionStream('deflate-raw'))
  } catch (error) {
    throw error instanceof TableError ? error : notAsWritten(error)
  }
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before
  // A counted loop is three times as fast as `for of`. Both indexes are within their arrays.
  for (let i = 0; i < bytes.length; i += 1)
    crc = (crcTable[(crc ^ (bytes[i] as number)) & 0xff] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}
