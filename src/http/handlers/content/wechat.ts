import type { HeldPictures } from '#service/content/pictures.ts'
import type { Handlers } from '../handler.ts'

const plain = { 'content-type': 'text/plain; charset=utf-8' }

export function wechatHandlers(pictures: HeldPictures): Handlers<'wechat'> {
  return {
    verify: ({ input: { echostr, ...signed } }) => {
      pictures.verify(signed)
      return { headers: plain, body: echostr }
    },
    push: async ({ input: { signature, timestamp, nonce, msg_signature, ...body } }) => {
      const sealed = msg_signature === undefined ? {} : { msg_signature }
      await pictures.pushed({ signature, timestamp, nonce, ...sealed }, body)
      return { headers: plain, body: 'success' }
    },
  }
}
