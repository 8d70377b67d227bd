import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { PictureLimit } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { measurePicture, type PictureMeasures } from './inspect.ts'

export type DecodeResult =
  | { readonly bytes: Uint8Array; readonly extension: 'jpg' | 'webp' }
  | { readonly flaw: 'not_a_picture' }
  | { readonly flaw: 'picture_too_big'; readonly limit: PictureLimit }

// The decoder is a separate process: it can be killed, cannot break the service, and has no secrets.
const most = { pixels: 24_000_000, frames: 200, scans: 100, blocks: 10_000, metadata: 4 * 1024 * 1024 }
/** No picture within these limits needs this much. It stops files that get past them. */
const work = { seconds: 20, megabytes: 1024 }

// Requests go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// An idle decoder is killed, and would not write the cache then.
flushCompileCache()
process.on('disconnect', () => process.exit())
process.on('message', async (bytes: Uint8Array) => {
  const before = process.cpuUsage()
  // Sharp works in other threads, so this timer runs.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (user + system > work.seconds * 1_000_000) stop(`${work.seconds} s of work`)
    if (process.memoryUsage.rss() > work.megabytes * 1024 * 1024) stop(`${work.megabytes} MB of memory`)
  }, 50)
  const decoded = await decode(bytes)
  clearInterval(watch)
  answer(decoded)
})

function answer(decoded: DecodeResult, then = () => {}): void {
  process.send?.(decoded, then)
}

function stop(limit: PictureLimit): void {
  answer({ flaw: 'picture_too_big', limit }, () => process.exit())
}

/**
 * Encodes a picture again from its pixels. So nothing of the original file is left: no metadata, no location, nothing
 * hidden behind the picture. It is measured first, and a picture beyond the limits is never decoded.
 */
async function decode(bytes: Uint8Array): Promise<DecodeResult> {
  const measures = measurePicture(bytes)
  if (!measures) return { flaw: 'not_a_picture' }
  const limit = tooMuch(measures)
  if (limit !== undefined) return { flaw: 'picture_too_big', limit }
  try {
    const upright = sharp(bytes, { failOn: 'error', limitInputPixels: most.pixels, sequentialRead: true })
      .rotate()
      .resize({ width: limits.pictureSide, height: limits.pictureSide, fit: 'inside', withoutEnlargement: true })
    const { hasAlpha } = await sharp(bytes, { limitInputPixels: most.pixels }).metadata()
    return hasAlpha
      ? { bytes: await upright.webp({ quality: 85 }).toBuffer(), extension: 'webp' }
      : { bytes: await upright.jpeg({ quality: 82 }).toBuffer(), extension: 'jpg' }
  } catch {
    return { flaw: 'not_a_picture' }
  }
}

function tooMuch({ width, height, frames, scans, blocks, metadata }: PictureMeasures): PictureLimit | undefined {
  if (width * height > most.pixels) return `${most.pixels / 1_000_000} Mpx`
  if (frames > most.frames) return `${most.frames} frames`
  if (scans > most.scans) return `${most.scans} scans`
  if (blocks > most.blocks) return `${most.blocks} blocks`
  return metadata > most.metadata ? `${most.metadata / 1024 / 1024} MB of metadata` : undefined
}
