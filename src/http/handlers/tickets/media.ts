import { readFile } from 'node:fs/promises'
import type { Ctx } from '#service/shared/context.ts'
import { mayViewPicture, readPicture, uploadPicture } from '#service/tickets/media.ts'
import { networkOf } from '../../limits.ts'
import type { Handlers } from '../handler.ts'

/**
 * A picture can be erased, so whoever keeps it asks each time whether it is still there. It runs nothing, even if a browser is
 * talked into showing it as a page.
 */
const headers = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
/** The neutral one may change with the version. */
const shortly = { ...headers, 'cache-control': 'public, max-age=86400' }
/** In place of one that is still being checked, which may be there a moment later. */
const notYet = { ...headers, 'cache-control': 'no-store' }

export function mediaHandlers(ctx: Ctx): Handlers<'media'> {
  let neutral: Uint8Array | undefined
  return {
    upload: async ({ actor, input, origin }) => ({
      url: await uploadPicture(ctx, actor, input.file, {
        network: networkOf(origin.address),
        signature: input.use === 'signature',
      }),
    }),
    picture: async ({ input: { name, see }, held }) => {
      const isNeutral = name === 'neutral.png'
      if (isNeutral || !(await mayViewPicture(ctx, name, see))) {
        neutral ??= await readFile(new URL('../../neutral.png', import.meta.url))
        return { headers: { ...(isNeutral ? shortly : notYet), 'content-type': 'image/png' }, body: neutral }
      }
      // A name is never given twice, so it says what the picture is.
      const etag = `"${name}"`
      if (held?.includes(etag)) return { status: 304, headers: { ...headers, etag }, body: '' }
      const { type, bytes } = await readPicture(ctx, name)
      return { headers: { ...headers, etag, 'content-type': type }, body: bytes }
    },
  }
}
