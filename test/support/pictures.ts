import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A small photo. */
export function photo(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
}

/** A partly transparent photo, which is no JPEG. */
export function transparentPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 200, g: 90, b: 60, alpha: 0.5 } } })
    .png()
    .toBuffer()
}

/** A photo of twelve megabytes, as phones make them. */
export function largePhoto(): Promise<Buffer> {
  const [width, height, channels] = [3400, 2550, 3] as const
  const grain = randomFillSync(Buffer.alloc(width * height * channels))
  return sharp(grain, { raw: { width, height, channels } }).jpeg({ quality: 100 }).toBuffer()
}

/** A photo of a phone: with location and camera metadata, and rotated by 90 degrees. */
export function phonePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#963' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Camera of Ann', Copyright: 'Ann' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '31/1 17/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '121/1 30/1 10/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** A PNG that declares this size and has hardly any data. */
export function hollowPng(width: number, height: number): Buffer {
  return png(width, height, [chunk('IDAT', deflateSync(Buffer.alloc(1024 * 1024)))])
}

/** A PNG of one pixel with many text chunks. */
export function manyChunks(count: number, length = 10): Buffer {
  const text = chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(length)}`))
  const pixel = chunk('IDAT', deflateSync(Buffer.alloc(4)))
  return png(1, 1, [...Array.from({ length: count }, () => text), pixel])
}

function png(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A GIF of one pixel with many frames. */
export function longGif(frames: number): Buffer {
  const head = [
    ...Buffer.from('GIF89a'),
    ...[1, 0, 1, 0, 0x80, 0, 0],
    ...[0, 0, 0, 255, 255, 255],
    ...[0x21, 0xff, 11],
    ...Buffer.from('NETSCAPE2.0'),
    ...[3, 1, 0, 0, 0],
  ]
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b])
}

/** A JPEG that repeats its last scan. A decoder processes the whole picture for each scan. */
export async function manyScans(scans: number, side = 2000): Promise<Buffer> {
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: '#369' } })
  const bytes = await plain.jpeg({ progressive: true }).toBuffer()
  const [last, end] = [bytes.lastIndexOf(Buffer.from([0xff, 0xda])), bytes.length - 2]
  // No refinement of an earlier scan but one that stands for itself, which may come again and again.
  bytes[last + 1 + bytes.readUInt16BE(last + 2)] = 0
  return Buffer.concat([
    bytes.subarray(0, last),
    ...Array.from({ length: scans }, () => bytes.subarray(last, end)),
    bytes.subarray(end),
  ])
}
