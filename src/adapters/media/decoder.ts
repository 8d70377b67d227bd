import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { PictureLimit } from '#contract/errors.ts'
import { measurePicture, type PictureMeasures } from './inspect.ts'

/** What is answered for a picture: one that is safe to show, or what is wrong with it. */
export type DecodeResult =
  | { readonly bytes: Uint8Array; readonly extension: 'jpg' | 'webp' }
  | { readonly flaw: 'not_a_picture' }
  | { readonly flaw: 'picture_too_big'; readonly limit: PictureLimit }

// A program of its own: it can be killed, what it breaks is its own, and it has none of the service's secrets.
const most = { pixels: 24_000_000, frames: 200, scans: 100, blocks: 10_000, metadata: 4 * 1024 * 1024, side: 2560 }
/** What no picture within these limits needs; a file that gets past them all the same is stopped by this. */
const work = { seconds: 20, megabytes: 1024 }

// Whoever is being answered goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// It is killed when it has nothing to do, and would keep nothing then.
flushCompileCache()
process.on('disconnect', () => process.exit())
process.on('message', async (bytes: Uint8Array) => {
  const before = process.cpuUsage()
  // Sharp works in threads of its own, so this one can look.
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
 * Makes a picture anew from its pixels, so that nothing of the file that came in is left: no metadata, no place it was
 * taken at, nothing hidden behind the picture. It is measured first; what is too much is never decoded.
 */
async function decode(bytes: Uint8Array): Promise<DecodeResult> {
  const measures = measurePicture(bytes)
  if (!measures) return { flaw: 'not_a_picture' }
  const limit = tooMuch(measures)
  if (limit !== undefined) return { flaw: 'picture_too_big', limit }
  try {
    const upright = sharp(bytes, { failOn: 'error', limitInputPixels: most.pixels, sequentialRead: true })
      .rotate()
      .resize({ width: most.side, height: most.side, fit: 'inside', withoutEnlargement: true })
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
