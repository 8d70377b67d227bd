import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { until } from './until.ts'

interface Shift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: { readonly outerHTML: string; readonly textContent: string } | null }[]
}

export interface LateAnswers {
  /** Opens a page, waits until all answers have come and says how much the content moved, and what. */
  open(address: string): Promise<{ readonly shift: number; readonly moved: readonly string[] }>
}

/** Answers of the service come late, as over a slow network, and those about tickets last. */
export async function withLateAnswers(context: BrowserContext, page: Page, lateMs: number): Promise<LateAnswers> {
  let awaited = 0
  let asked = 0
  await context.route('**/*', async (route) => {
    const request = route.request()
    const isData = ['fetch', 'xhr'].includes(request.resourceType())
    const { pathname } = new URL(request.url())
    if (!isData || pathname === '/live') return route.fallback()
    awaited += 1
    asked += 1
    await pause(pathname.includes('tickets') ? 2 * lateMs : lateMs)
    await route.continue().catch(() => {}) // the page has gone
    await request.response()
    awaited -= 1
  })
  await page.addInitScript(`
    globalThis.observed = []
    new PerformanceObserver((list) => observed.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  `)
  const twoPictures = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))')
  return {
    async open(address) {
      asked = 0
      await page.goto(address)
      let answered = -1
      // An answer may lead to the next question.
      await until(async () => {
        if (awaited > 0 || asked === 0 || asked !== answered) {
          if (awaited === 0) answered = asked
          await twoPictures()
          return false
        }
        return true
      })
      return page.evaluate(() => {
        const { observed } = globalThis as unknown as { observed: Shift[] }
        const counted = observed.filter(({ hadRecentInput }) => !hadRecentInput)
        return {
          shift: counted.reduce((all, { value }) => all + value, 0),
          moved: counted.map(
            ({ value, sources }) =>
              `${value.toFixed(3)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ')}`,
          ),
        }
      })
    },
  }
}
