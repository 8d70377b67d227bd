import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { type BrowserContext, chromium } from 'playwright-core'
import { connect } from '#contract/client.ts'
import { chromiumLaunchOptions } from '../../test/support/chromium.ts'
import { diskFolder } from './figures.ts'
import { Service } from './service.ts'

// A usual phone is four times slower than a fast desk computer. On another machine the factor follows from Lighthouse's benchmark.
const fastComputer = 1750
const phonesAreSlower = 4

export type Role = 'user' | 'member' | 'admin'

/** The demo team, and a browser that people of each role can log in to. */
export interface SlowPhone extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly browser: BrowserContext
  /** How much slower than this machine the phone is. */
  readonly slower: number
  /** Logs a person in as with “Stay logged in”: Lighthouse keeps cookies and clears all other storage. */
  logIn(role: Role): Promise<void>
}

const codes: Readonly<Record<Role, string>> = { user: 'demo-user-1', member: 'demo-member-1', admin: 'the-admin' }

export async function slowPhone(): Promise<SlowPhone> {
  await using made = new AsyncDisposableStack()
  const data = made.use(diskFolder())
  const profile = made.use(diskFolder())
  const service = made.use(await Service.launch({ dataDir: data.dir, options: ['--demo'] }))
  const port = 9322 + (process.pid % 500)
  const { args, ...options } = await chromiumLaunchOptions()
  const browser = await chromium.launchPersistentContext(profile.dir, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 780 },
  })
  made.defer(() => browser.close())
  const adminCode = readFileSync(join(data.dir, 'admin-code'), 'utf8').trim()
  const blank = await browser.newPage()
  const index = await blank.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex})()`)
  const slower = Math.max(1, (phonesAreSlower * index) / fastComputer)
  process.stdout.write(
    `Benchmark index of this machine: ${index.toFixed(0)}; the phone is ${slower.toFixed(1)} times slower\n`,
  )
  const all = made.move()
  return {
    url: service.url,
    port,
    browser,
    slower,
    async logIn(role) {
      const page = await browser.newPage()
      await page.goto(service.url)
      const token = await page.evaluate<string>(
        `fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify({ code: codes[role], keep: true })}' })
          .then((answer) => answer.json()).then(({ token }) => token)`,
      )
      const { members } = connect({ url: service.url, token: () => token })
      if (role !== 'user') await members.login({ code: role === 'admin' ? adminCode : '' })
      await page.close()
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
