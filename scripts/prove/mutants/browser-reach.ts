import { appendFileSync } from 'node:fs'

// Preloaded into a test while its reach is measured: every page it opens reports the marked places that it reaches.
const file = process.env['REACHED_IN_BROWSER']
// The test runner and the services preload this too, but only a test file opens pages.
if (file && process.argv[1]?.endsWith('.test.ts')) {
  const { chromium } = await import('playwright-core')
  const launch = chromium.launch.bind(chromium)
  chromium.launch = async (options) => {
    const browser = await launch(options)
    const newContext = browser.newContext.bind(browser)
    browser.newContext = async (wanted) => {
      const context = await newContext(wanted)
      await context.exposeBinding('reachedHere', (_, place: string) => appendFileSync(file, `${place}\n`))
      await context.addInitScript(() => {
        const seen = new Set<string>()
        Object.assign(globalThis, {
          reached(place: string) {
            if (seen.has(place)) return
            seen.add(place)
            Reflect.get(globalThis, 'reachedHere')(place)
          },
        })
      })
      return context
    }
    return browser
  }
}
