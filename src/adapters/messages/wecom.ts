import { Type } from '#contract/type.ts'
import { minute } from '#kit/time.ts'
import type { ChatBot } from '#service/shared/ports.ts'
import { parseAs } from '../json-shape.ts'
import { chatText } from './chat-text.ts'
import { assertSuccessCode, type BotOptions, groupBot } from './group-bot.ts'

const Taken = Type.Object({ errcode: Type.Integer() })
/** 45009: above 20 a minute. 93000: no such key; 93004, 93008: the bot was stopped, or is no more in the group. */
const codes = { failing: [-1], busy: [45009], waitMs: minute, credentials: [93000, 93004, 93008] }
const longestBytes = 2048

/** A group bot of WeCom. Plain text: there only a list beside the text calls anybody, and there is none. */
export function wecomBot(options: BotOptions): ChatBot {
  return groupBot(options, {
    // 20 a minute.
    pauseMs: 3500,
    call: (message) => ({
      body: { msgtype: 'text', text: { content: chatText(message, longestBytes, (text) => Buffer.byteLength(text)) } },
    }),
    expect: [200],
    look: (answer) => assertSuccessCode(parseAs(answer, Taken).errcode, codes),
  })
}
