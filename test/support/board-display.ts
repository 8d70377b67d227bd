import type { Page } from 'playwright-core'
import type { BoardState } from './board-states.ts'

/**
 * A display that shows what a test makes up: the service's answers come from the test, and news makes the page ask again.
 * Each state has a minute of its own, by which the page is known to show it.
 */
export async function madeUpDisplay(
  page: Page,
  url: string,
  lang: string,
): Promise<(state: BoardState) => Promise<void>> {
  await page.addInitScript(`{
    const real = fetch
    const json = (status, body) => new Response(JSON.stringify(body), { status })
    let tell
    globalThis.fetch = async (address, options) => {
      const { pathname } = new URL(address, location)
      if (pathname === '/live') return new Response(new ReadableStream({ start: (stream) => { tell = (text) => stream.enqueue(text) } }))
      const known = globalThis.answers?.[pathname]
      if (known) return json(200, { success: true, data: known })
      if (pathname === '/board/code') return json(400, { success: false, code: 'signing_off', err: 'no code' })
      return real(address, options)
    }
    globalThis.show = (answers) => {
      globalThis.answers = answers
      tell(new TextEncoder().encode('data: {"kind":"all"}\\n\\n'))
    }
    // Pages of numbers would turn in the middle of a look.
    globalThis.setInterval = () => 0
  }`)
  await page.goto(`${url}/board?lang=${lang}#${'t'.repeat(43)}`)
  await page.locator('header time').waitFor()
  await page.evaluate('show(undefined)') // the first news only begins the stream
  let minute = 0
  return async (state) => {
    minute += 1
    const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const shown = state.answers['/team/board'] as { time: string }
    const answers = { ...state.answers, '/team/board': { ...shown, time: `2026-11-16T${clock}:00.000000` } }
    await page.evaluate(`new Promise((done) => {
      show(${JSON.stringify(answers)})
      const look = () => document.querySelector('header time')?.textContent === '${clock}'
        ? requestAnimationFrame(() => requestAnimationFrame(done)) : requestAnimationFrame(look)
      look()
    })`)
  }
}
