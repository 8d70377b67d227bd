/** The facts that a picture file states, read without decoding. */
export interface PictureMeasures {
  readonly width: number
  readonly height: number
  readonly frames: number
  /** How often a decoder has to pass over the whole picture. */
  readonly scans: number
  readonly blocks: number
  /** Bytes that hold no pixels: colour profile, camera, location, text. */
  readonly metadata: number
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif'
type MutableMeasures = { -readonly [Name in keyof PictureMeasures]: PictureMeasures[Name] }

/** The format by the first bytes of a file. Undefined if it is not allowed. */
export function formatOf(bytes: Uint8Array): Format | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  return /^RIFF.{4}WEBPVP8[ LX]/s.test(start) ? 'webp' : undefined
}

/** Measures a picture by walking over its blocks. Undefined if its format is not allowed or it is cut off. */
export function measurePicture(bytes: Uint8Array): PictureMeasures | undefined {
  const format = formatOf(bytes)
  if (!format) return undefined
  const found: MutableMeasures = { width: 0, height: 0, frames: 0, scans: 0, blocks: 0, metadata: 0 }
  try {
    walks[format](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), found)
  } catch (error) {
    if (error instanceof RangeError) return undefined // a read beyond the end: the file is cut off
    throw error
  }
  return found
}

const walks: Readonly<Record<Format, (file: Buffer, found: MutableMeasures) => void>> = { jpeg, png, webp, gif }

/** Looks for markers as libjpeg does: it skips bytes between them and stops at the first end marker. */
function jpeg(file: Buffer, found: MutableMeasures): void {
  found.frames = 1
  for (let at = 2; at < file.length; ) {
    if (file[at] !== 0xff) {
      at += 1
      continue
    }
    const code = file.readUInt8(at + 1)
    // A filler, a 0xff of the pixels, or a marker without content.
    if (code === 0xff || code === 0 || code === 1 || (code >= 0xd0 && code <= 0xd8)) {
      at += code === 0xff ? 1 : 2
      continue
    }
    if (code === 0xd9) return
    const size = file.readUInt16BE(at + 2)
    found.blocks += 1
    if (code === 0xda) found.scans += 1
    else if (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)) {
      found.height = Math.max(found.height, file.readUInt16BE(at + 5))
      found.width = Math.max(found.width, file.readUInt16BE(at + 7))
    } else if (code >= 0xe0) found.metadata += size
    at += 2 + size
  }
}

function png(file: Buffer, found: MutableMeasures): void {
  found.width = file.readUInt32BE(16)
  found.height = file.readUInt32BE(20)
  found.frames = 1
  found.scans = file.readUInt8(28) === 1 ? 7 : 1 // interlaced or not
  for (let at = 8; ; ) {
    const [size, name] = [file.readUInt32BE(at), file.toString('latin1', at + 4, at + 8)]
    found.blocks += 1
    if (name === 'IEND') return
    if (name !== 'IDAT' && name !== 'fdAT') found.metadata += size
    at += 12 + size
  }
}

function webp(file: Buffer, found: MutableMeasures): void {
  found.scans = 1
  const end = Math.min(file.readUInt32LE(4) + 8, file.length)
  for (let at = 12; at + 8 <= end; ) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const start = at + 8
    found.blocks += 1
    if (name === 'ANMF') found.frames += 1
    else if (name === 'VP8X') canvas(found, file.readUIntLE(start + 4, 3) + 1, file.readUIntLE(start + 7, 3) + 1)
    else if (name === 'VP8 ')
      canvas(found, file.readUInt16LE(start + 6) & 0x3fff, file.readUInt16LE(start + 8) & 0x3fff)
    else if (name === 'VP8L') {
      const bits = file.readUInt32LE(start + 1)
      canvas(found, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    } else found.metadata += size
    at = start + size + (size % 2)
  }
  found.frames = Math.max(found.frames, 1)
}

function canvas(found: MutableMeasures, width: number, height: number): void {
  found.width = Math.max(found.width, width)
  found.height = Math.max(found.height, height)
}

function gif(file: Buffer, found: MutableMeasures): void {
  canvas(found, file.readUInt16LE(6), file.readUInt16LE(8))
  found.scans = 1
  const colours = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  const afterParts = (at: number): number => {
    let next = at
    for (let size = file.readUInt8(next); size > 0; size = file.readUInt8(next)) next += 1 + size
    return next + 1
  }
  // Some files lack the end marker.
  for (let at = 13 + colours(file.readUInt8(10)); at < file.length; ) {
    const kind = file.readUInt8(at)
    found.blocks += 1
    if (kind === 0x3b) return
    if (kind === 0x2c) {
      found.frames += 1
      canvas(found, file.readUInt16LE(at + 5), file.readUInt16LE(at + 7))
      at = afterParts(at + 11 + colours(file.readUInt8(at + 9)))
    } else if (kind === 0x21) {
      const end = afterParts(at + 2)
      found.metadata += end - at
      at = end
    } else throw new RangeError('neither a picture nor an extension')
  }
}
