import { createHmac } from 'node:crypto'
import { Type } from '#contract/type.ts'
import { minute } from '#kit/time.ts'
import type { ChatBot } from '#service/shared/ports.ts'
import { parseAs } from '../json-shape.ts'
import { chatText } from './chat-text.ts'
import { assertSuccessCode, type BotOptions, groupBot } from './group-bot.ts'

export interface DingtalkOptions extends BotOptions {
  readonly secret: string | undefined
}

const Reply = Type.Object({ errcode: Type.Integer() })
/**
 * 130101, 410100: more than 20 a minute, which blocks the robot for ten. 300001, 300005, 400101: no such key. 310000: wrong signature,
 * address or keyword. 400013, 400102: the group or the robot was deleted.
 */
const codes = {
  failing: [-1],
  busy: [130101, 410100],
  waitMs: 10 * minute,
  credentials: [300001, 300005, 310000, 400013, 400101, 400102],
}
const maxBytes = 20_000

export function dingtalkBot({ secret, ...options }: DingtalkOptions): ChatBot {
  function signature(): Record<string, string> {
    if (secret === undefined) return {}
    const timestamp = String(options.now())
    return { timestamp, sign: createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64') }
  }
  return groupBot(options, {
    pauseMs: 3500, // 20 a minute
    call: (message) => ({
      query: signature(),
      body: {
        msgtype: 'text',
        text: { content: chatText(message, maxBytes, (text) => Buffer.byteLength(text)) },
        at: { isAtAll: false },
      },
    }),
    expect: [200],
    assertAccepted: (answer) => assertSuccessCode(parseAs(answer, Reply).errcode, codes),
  })
}
