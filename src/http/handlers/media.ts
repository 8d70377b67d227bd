import { readFile } from 'node:fs/promises'
import type { MediaService } from '#service/media.ts'
import type { Handlers } from './handler.ts'

/** Names are never given twice, so a picture may be kept for ever. It runs nothing, even if a browser is talked into showing it as a page. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
/** The neutral one may change with the version. */
const shortly = { ...headers, 'cache-control': 'public, max-age=86400' }

export function mediaHandlers(media: MediaService): Handlers<'media'> {
  let neutral: Promise<Uint8Array> | undefined
  return {
    upload: async ({ actor, input }) => ({ url: await media.upload(actor, input.file) }),
    picture: async ({ input: { name } }) => {
      if (name === 'neutral.png') {
        neutral ??= readFile(new URL('../neutral.png', import.meta.url))
        return { headers: { ...shortly, 'content-type': 'image/png' }, body: await neutral }
      }
      const { type, bytes } = await media.picture(name)
      return { headers: { ...headers, 'content-type': type }, body: bytes }
    },
  }
}
