import { createHmac } from 'node:crypto'
import { Type } from '#contract/type.ts'
import { minute } from '#kit/time.ts'
import type { ChatBot } from '#service/shared/ports.ts'
import { parseAs } from '../json-shape.ts'
import { chatText } from './chat-text.ts'
import { assertSuccessCode, type BotOptions, groupBot } from './group-bot.ts'

export interface FeishuOptions extends BotOptions {
  readonly secret: string | undefined
}

const Reply = Type.Object({ code: Type.Integer() })
/** 9499, 11232: too many. 19001: no such key. 19021: wrong signature or clock. 19022: our address is not on its list. 19024: no keyword. */
const codes = { failing: [2200], busy: [9499, 11232], waitMs: minute, credentials: [19001, 19021, 19022, 19024] }
/** A request may have 20 KB, and a text grows in JSON. */
const maxBytes = 9000

export function feishuBot({ secret, ...options }: FeishuOptions): ChatBot {
  function signature() {
    if (secret === undefined) return {}
    const timestamp = String(Math.floor(options.now() / 1000))
    // Time and secret together are the key. The signed content is empty.
    return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') }
  }
  return groupBot(options, {
    pauseMs: 700, // 100 a minute, and 5 a second
    call: (message) => ({
      body: {
        ...signature(),
        msg_type: 'text',
        content: { text: chatText(message, maxBytes, (text) => Buffer.byteLength(text)) },
      },
    }),
    expect: [200, 400], // the body of both has the error code
    assertAccepted: (answer) => assertSuccessCode(parseAs(answer, Reply).code, codes),
  })
}
