import type { Sharp } from 'sharp'
import { Refusal } from '#contract/errors.ts'
import type { Pictures } from '#service/ports.ts'

const most = { pixels: 24_000_000, frames: 200, side: 2560, seconds: 60 }
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif'])
/** Pictures worked on at once: the threads that do it also read files and hash passwords. */
const atOnce = 2

/**
 * Makes a picture anew from its pixels, so that nothing of the file that came in is left: no metadata, no place it was
 * taken at, nothing hidden behind the picture. The header is looked at first; what is too big is never decoded.
 */
export function pictures(): Pictures {
  const turn = turns(atOnce)
  return {
    async check() {
      await import('sharp')
    },
    clean: (bytes) =>
      turn(async () => {
        const { default: sharp } = await import('sharp')
        sharp.concurrency(1)
        sharp.cache(false)
        try {
          const { opaque } = await looked(sharp(bytes, { limitInputPixels: false }))
          const upright = sharp(bytes, { failOn: 'error', limitInputPixels: most.pixels, sequentialRead: true })
            .timeout({ seconds: most.seconds })
            .rotate()
            .resize({ width: most.side, height: most.side, fit: 'inside', withoutEnlargement: true })
          return opaque
            ? { bytes: await upright.jpeg({ quality: 82 }).toBuffer(), extension: 'jpg' }
            : { bytes: await upright.webp({ quality: 85 }).toBuffer(), extension: 'webp' }
        } catch (cause) {
          if (cause instanceof Refusal) throw cause
          // By the clock on the wall: what takes so long has too little of the machine, and there is nothing wrong with it.
          if (String(cause).includes('timeout:')) throw new Refusal('overloaded', { seconds: 30 }, { cause })
          throw new Refusal('bad_input', { field: 'file', flaw: 'not_a_picture' }, { cause })
        }
      }),
  }
}

/** What the header says, without decoding any of it. */
async function looked(image: Sharp): Promise<{ opaque: boolean }> {
  const { format, width, height, pages = 1, pageHeight, hasAlpha } = await image.metadata()
  if (!formats.has(format)) throw new Refusal('bad_input', { field: 'file', flaw: 'not_a_picture' })
  if (pages > most.frames)
    throw new Refusal('bad_input', { field: 'file', flaw: 'picture_too_big', limit: `${most.frames} frames` })
  if (width * (pageHeight ?? height) > most.pixels)
    throw new Refusal('bad_input', { field: 'file', flaw: 'picture_too_big', limit: `${most.pixels / 1_000_000} Mpx` })
  return { opaque: !hasAlpha }
}

/** Lets so many work at once; the others wait for their turn. */
function turns(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
