import { useEffect } from 'react'
import { contract } from '#contract/index.ts'
import type { News } from '#contract/team/live.ts'
import { invalidate } from './api.ts'
import { connection } from './connection.ts'
import { useToken } from './session.ts'
import { subjectsByNews } from './subjects.ts'

const second = 1000
/** The service sends a line every 15 seconds; longer silence means a dead connection. */
const silence = 40 * second
/** Polling while there is no live connection; faster while the service does not answer. */
const maxWait = () => (connection.isUp() ? 30 : 4) * second

export function useLive(): void {
  const token = useToken()
  useEffect(() => {
    let away = new AbortController()
    const turn = () => {
      away.abort()
      away = new AbortController()
      if (document.visibilityState === 'visible') void follow(token, away.signal)
    }
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      away.abort()
    }
  }, [token])
}

let began = false

/** Listens, and reconnects with a growing pause. */
async function follow(token: string | undefined, signal: AbortSignal): Promise<void> {
  for (let wait = second; !signal.aborted; wait = Math.min(2 * wait, maxWait())) {
    const heard = await listen(token, signal, (news) => {
      // The data of a page that has just opened is fresh.
      if (began || news.kind !== 'all') askAgain(news)
      began = true
    })
    if (heard) wait = second
    else if (!signal.aborted) askAgain({ kind: 'all' })
    await pause(wait * (0.5 + Math.random()), signal)
  }
}

/** Returns whether any news came before the connection ended. */
async function listen(token: string | undefined, stop: AbortSignal, tell: (news: News) => void): Promise<boolean> {
  let heard = false
  const asleep = new AbortController()
  let watch = setTimeout(() => asleep.abort(), silence)
  try {
    const response = await fetch(contract.live.listen.path, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.any([stop, asleep.signal]),
    })
    if (!response.ok || !response.body) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return heard
      clearTimeout(watch)
      watch = setTimeout(() => asleep.abort(), silence)
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (!block.startsWith('data: ')) continue
        heard = true
        tell(JSON.parse(block.slice(6)) as News) // the service sends only news
      }
    }
  } catch {
    return heard
  } finally {
    clearTimeout(watch)
  }
}

const everything = Object.values(subjectsByNews).flat()

function askAgain({ kind }: News): void {
  // Every change adds to the operation log.
  void invalidate('log', ...(kind === 'all' ? everything : subjectsByNews[kind]))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
