import { readFile } from 'node:fs/promises'
import type { Ctx } from '#service/shared/context.ts'
import { mayViewPicture, readPicture, uploadPicture } from '#service/tickets/media.ts'
import { networkOf } from '../../limits.ts'
import type { Handlers } from '../handler.ts'

/** A picture can be erased, so caches must ask each time. The policy keeps it from running scripts if a browser shows it as a page. */
const headers = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
/** The neutral picture may change with the version. */
const cachedForADay = { ...headers, 'cache-control': 'public, max-age=86400' }
/** The neutral picture in place of one that is still being checked. */
const notCached = { ...headers, 'cache-control': 'no-store' }

export function mediaHandlers(ctx: Ctx): Handlers<'media'> {
  let neutral: Uint8Array | undefined
  return {
    upload: async ({ actor, input, origin }) => ({
      url: await uploadPicture(ctx, actor, input.file, {
        network: networkOf(origin.address),
        signature: input.use === 'signature',
      }),
    }),
    picture: async ({ input: { name, see }, ifNoneMatch }) => {
      const isNeutral = name === 'neutral.png'
      if (isNeutral || !(await mayViewPicture(ctx, name, see))) {
        neutral ??= await readFile(new URL('../../neutral.png', import.meta.url))
        return { headers: { ...(isNeutral ? cachedForADay : notCached), 'content-type': 'image/png' }, body: neutral }
      }
      // A name is never used twice, so it identifies the picture.
      const etag = `"${name}"`
      if (ifNoneMatch?.includes(etag)) return { status: 304, headers: { ...headers, etag }, body: '' }
      const { type, bytes } = await readPicture(ctx, name)
      return { headers: { ...headers, etag, 'content-type': type }, body: bytes }
    },
  }
}
