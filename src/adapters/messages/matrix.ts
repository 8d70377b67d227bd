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
  /** Its internal id. */
  readonly room: string
}

const Event = Type.Object({ event_id: Type.String() })
const Account = Type.Object({ user_id: Type.String() })
const Rooms = Type.Object({ joined_rooms: Type.Array(Type.String()) })
/** A whole event may have 65,536 bytes. */
const longestBytes = 16_000
/** What usual homeservers let an account say in the long run. */
const pauseMs = 5000

/** An account of Matrix in a room, by the client-server API. The message's id is its transaction: a repeat is the same event. */
export function matrixBot({ token, room, now, ...where }: MatrixOptions): ChatBot {
  const call = httpClient({ ...where, headers: { authorization: `Bearer ${token}` } })
  const turn = throttle(pauseMs, now)

  async function ask(wanted: Omit<HttpCall, 'expect'>): Promise<HttpReply> {
    const answer = await call({ ...wanted, expect: [200, 400, 401, 403, 404, 413, 429] })
    switch (answer.status) {
      case 200:
        return answer
      case 401:
        throw new Trouble({ say: 'credentials' }, { hopeless: true })
      case 403:
      case 404:
        throw new Trouble({ say: 'misconfigured', setting: 'MATRIX_ROOM' }, { hopeless: true })
      case 429:
        throw new Trouble({ say: 'busy' }, { retryAfterMs: waitIn(answer) })
      default:
        throw new Trouble({ say: 'refused', status: answer.status }, { hopeless: true })
    }
  }

  return {
    pauseMs,
    async check(signal) {
      const about = (path: string) => ask({ method: 'GET', path: `/_matrix/client/v3/${path}`, signal })
      parseAs(await about('account/whoami'), Account)
      if (!parseAs(await about('joined_rooms'), Rooms).joined_rooms.includes(room))
        throw new Trouble({ say: 'misconfigured', setting: 'MATRIX_ROOM' })
    },
    async send(message, signal) {
      turn()
      const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`
      const text = chatText(message, longestBytes, (one) => Buffer.byteLength(one))
      // Mentions that are named, and are none: then nothing in the text is one.
      const body = JSON.stringify({ msgtype: 'm.text', body: text, 'm.mentions': {} })
      parseAs(await ask({ method: 'PUT', path, body, signal }), Event)
    },
  }
}

/** How long it asks us to wait; most say so in a header, too. */
function waitIn(answer: HttpReply): number {
  const { retry_after_ms: ms } = Object(parseJson(answer)) as { retry_after_ms?: unknown } // looked at below
  return typeof ms === 'number' && ms >= 0 ? Math.min(ms, hour) : 0
}
