import assert from 'node:assert/strict'
import type { News } from '#contract/team/live.ts'
import type { Team } from './team.ts'

/** A listener of `GET /live`. */
export interface Listening extends AsyncDisposable {
  /** All events before the first of this kind, or all events at the end of the stream. */
  until(kind: News['kind']): Promise<string[]>
}

/** Opens a listener. Once this resolves, it misses no event. */
export async function listen(team: Team, token = ''): Promise<Listening> {
  const away = new AbortController()
  const response = await team.call('/live', {
    signal: away.signal,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  const told = news(response)
  const listening: Listening = {
    async until(kind) {
      const heard: string[] = []
      for (;;) {
        const { value, done } = await told.next()
        if (done || value.kind === kind) return heard
        heard.push(value.id === undefined ? value.kind : `${value.kind} ${value.id}`)
      }
    },
    async [Symbol.asyncDispose]() {
      away.abort()
    },
  }
  assert.deepEqual(await listening.until('all'), [])
  return listening
}

async function* news({ body }: Response): AsyncGenerator<News, undefined> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as News // ours
  }
}
