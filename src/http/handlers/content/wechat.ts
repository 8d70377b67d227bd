import { receiveVerdict, verifyPushAddress } from '#service/content/pictures.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

const plain = { 'content-type': 'text/plain; charset=utf-8' }

export function wechatHandlers(ctx: Ctx): Handlers<'wechat'> {
  return {
    verify: ({ input: { echostr, ...signed } }) => {
      verifyPushAddress(ctx, signed)
      return { headers: plain, body: echostr }
    },
    push: async ({ input: { signature, timestamp, nonce, msg_signature, ...body } }) => {
      const sealed = msg_signature === undefined ? {} : { msg_signature }
      await receiveVerdict(ctx, { signature, timestamp, nonce, ...sealed }, body)
      return { headers: plain, body: 'success' }
    },
  }
}
