import { Type } from '#contract/type.ts'
import { minute } from '#kit/time.ts'
import type { ChatBot } from '#service/shared/ports.ts'
import { parseAs } from '../json-shape.ts'
import { chatText } from './chat-text.ts'
import { assertSuccessCode, type BotOptions, groupBot } from './group-bot.ts'

const Reply = Type.Object({ errcode: Type.Integer() })
/** 45009: more than 20 a minute. 93000: no such key. 93004, 93008: the bot was stopped or removed from the group. */
const codes = { failing: [-1], busy: [45009], waitMs: minute, credentials: [93000, 93004, 93008] }
const maxBytes = 2048

/** A group bot of WeCom. A plain text mentions no one there; that would need a separate list. */
export function wecomBot(options: BotOptions): ChatBot {
  return groupBot(options, {
    pauseMs: 3500, // 20 a minute
    call: (message) => ({
      body: { msgtype: 'text', text: { content: chatText(message, maxBytes, (text) => Buffer.byteLength(text)) } },
    }),
    expect: [200],
    assertAccepted: (answer) => assertSuccessCode(parseAs(answer, Reply).errcode, codes),
  })
}
