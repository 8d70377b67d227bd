import { Type } from '#contract/type.ts'
import { hour } from '#kit/time.ts'
import type { ChatBot } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpCall, type HttpReply, httpClient, parseJson } from '../http-client.ts'
import { parseAs } from '../json-shape.ts'
import { chatText } from './chat-text.ts'
import { type BotOptions, throttle } from './group-bot.ts'

export interface MatrixOptions extends BotOptions {
  readonly token: string
  readonly room: string
}

const Event = Type.Object({ event_id: Type.String() })
const Account = Type.Object({ user_id: Type.String() })
const Rooms = Type.Object({ joined_rooms: Type.Array(Type.String()) })
/** An event may have 65,536 bytes. */
const maxBytes = 16_000
const pauseMs = 5000

/** A Matrix account in a room, by the client-server API. The message's id is the transaction id, so a repeat is the same event. */
export function matrixBot({ token, room, now, ...where }: MatrixOptions): ChatBot {
  const call = httpClient({ ...where, headers: { authorization: `Bearer ${token}` } })
  const assertPause = throttle(pauseMs, now)

  async function ask(request: Omit<HttpCall, 'expect'>): Promise<HttpReply> {
    const answer = await call({ ...request, expect: [200, 400, 401, 403, 404, 413, 429] })
    switch (answer.status) {
      case 200:
        return answer
      case 401:
        throw new Trouble({ say: 'credentials' }, { hopeless: true })
      case 403:
      case 404:
        throw new Trouble({ say: 'misconfigured', setting: 'MATRIX_ROOM' }, { hopeless: true })
      case 429:
        throw new Trouble({ say: 'busy' }, { retryAfterMs: retryAfterMs(answer) })
      default:
        throw new Trouble({ say: 'refused', status: answer.status }, { hopeless: true })
    }
  }

  return {
    pauseMs,
    async check(signal) {
      const get = (path: string) => ask({ method: 'GET', path: `/_matrix/client/v3/${path}`, signal })
      parseAs(await get('account/whoami'), Account)
      if (!parseAs(await get('joined_rooms'), Rooms).joined_rooms.includes(room))
        throw new Trouble({ say: 'misconfigured', setting: 'MATRIX_ROOM' })
    },
    async send(message, signal) {
      assertPause()
      const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`
      const text = chatText(message, maxBytes, (one) => Buffer.byteLength(one))
      // With an explicit empty list, no text counts as a mention.
      const body = JSON.stringify({ msgtype: 'm.text', body: text, 'm.mentions': {} })
      parseAs(await ask({ method: 'PUT', path, body, signal }), Event)
    },
  }
}

function retryAfterMs(answer: HttpReply): number {
  const { retry_after_ms: ms } = Object(parseJson(answer)) as { retry_after_ms?: unknown } // checked below
  return typeof ms === 'number' && ms >= 0 ? Math.min(ms, hour) : 0
}
