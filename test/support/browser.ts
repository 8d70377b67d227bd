import { after, afterEach } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { chromiumLaunchOptions } from './chromium.ts'

export { noBrowser } from './chromium.ts'

/** A page on a loaded machine is slow, but a page that shows nothing for this long hangs. Set a shorter time to see a failure sooner. */
const patienceMs = Number(process.env['TEST_PATIENCE_MS'] ?? 3 * 60_000)

const blocked = 'Service Worker registration blocked'

export interface OpenBrowser extends AsyncDisposable {
  /** A browser context for one person, with a list of all errors that its pages reported. */
  open(options?: {
    width?: number
    height?: number
    locale?: string
    colorScheme?: 'light' | 'dark'
    /** A touch screen without a mouse. */
    touch?: boolean
    timezoneId?: string
    /** Allows the service worker of the pages. The browser from npm crashes if two contexts have one. */
    worker?: boolean
  }): Promise<{ page: Page; context: BrowserContext; complaints: string[] }>
}

// Starting a browser takes longer than most tests, so the tests of a file share one.
const shares = process.env['NODE_TEST_CONTEXT'] !== undefined
let shared: Promise<Browser> | undefined
if (shares) after(async () => (await shared)?.close())

// Some failures cannot be reproduced, so all that is visible is reported.
const opened = new Set<Page>()
if (shares)
  afterEach(async (t) => {
    if (!('passed' in t) || t.passed) return
    for (const page of opened)
      if (!page.isClosed()) t.diagnostic(`${page.url()} shows: ${await page.locator('body').innerText().catch(String)}`)
  })

async function launch(more: readonly string[]): Promise<Browser> {
  const { args, ...options } = await chromiumLaunchOptions()
  const start = () => chromium.launch({ ...options, args: [...args, ...more] })
  // Chromium sometimes exits while it starts.
  return start().catch(start)
}

/** Opens a browser. The first call in a file may add arguments. */
export async function openBrowser(more: readonly string[] = []): Promise<OpenBrowser> {
  if (shares) shared ??= launch(more)
  const browser = await (shared ?? launch(more))
  const people: BrowserContext[] = []
  return {
    async open({
      width = 360,
      height = 740,
      locale = 'en-US',
      colorScheme = 'light',
      touch = false,
      timezoneId,
      worker = false,
    } = {}) {
      // Animations take time, and elements are measured wrongly while they move.
      const context = await browser.newContext({
        viewport: { width, height },
        locale,
        colorScheme,
        reducedMotion: 'reduce',
        hasTouch: touch,
        isMobile: touch,
        ...(timezoneId && { timezoneId }),
        serviceWorkers: worker ? 'allow' : 'block',
      })
      context.setDefaultTimeout(patienceMs)
      people.push(context)
      const page = await context.newPage()
      opened.add(page)
      const complaints: string[] = []
      page.on('console', (message) => {
        // Error responses are expected, and some tests cut the network. Other failed requests are reported below.
        if (message.text().startsWith('Failed to load resource') || message.text().startsWith(blocked)) return
        // The service worker took over while the page was loading, so the files are loaded again.
        if (message.text().endsWith('service worker resource mismatch.')) return
        // On a loaded machine a page may exceed the few seconds after which the browser warns.
        if (message.text().includes('preloaded using link preload but not used within a few seconds')) return
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('response', (response) => {
        const asked = ['fetch', 'xhr'].includes(response.request().resourceType())
        if (response.status() >= (asked ? 500 : 400)) complaints.push(`${response.status()} ${response.url()}`)
      })
      return { page, context, complaints }
    },
    async [Symbol.asyncDispose]() {
      if (!shares) return browser.close()
      // Open pages would keep calling a stopped service. The close is not awaited, because a page in the middle of a navigation may never
      // report it, and the end of the browser closes all pages.
      for (const person of people) person.close().catch(() => {})
    },
  }
}

/** A browser with its own profile folder, whose data survives closing. */
export async function openProfile(dir: string): Promise<{ page: Page; context: BrowserContext } & AsyncDisposable> {
  const context = await chromium.launchPersistentContext(dir, {
    ...(await chromiumLaunchOptions()),
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  const page = context.pages()[0] ?? (await context.newPage())
  return { page, context, [Symbol.asyncDispose]: () => context.close() }
}

/** Gives the page a person's session, as after a login. */
export async function logIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.evaluate((given) => globalThis.sessionStorage.setItem('fettle.token', given), token)
}

/** Logs in another person in the same browser, with an empty storage. */
export async function switchUser(page: Page, url: string, token: string): Promise<void> {
  await page.unrouteAll()
  await page.goto(`${url}/healthz`)
  await page.evaluate((given) => {
    const { localStorage, sessionStorage } = globalThis
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    sessionStorage.setItem('fettle.token', given)
  }, token)
}

/** Navigates like a link, which is much faster than loading the page, and waits until the page is complete. */
export async function navigate(page: Page, url: string): Promise<void> {
  const pageOf = (address: string) => address.replace(/[?].*|\d+/g, '')
  const here = page.url()
  // With the same heading before and after, the arrival of the new content could not be detected.
  if (!here.startsWith('http') || here.endsWith('/healthz') || pageOf(here) === pageOf(url)) await page.goto(url)
  else
    await page.locator('html').evaluate((root, next) => {
      root.querySelector('h1')?.setAttribute('data-left', '')
      root.ownerDocument.defaultView?.history.pushState(null, '', next)
    }, url)
  await page.locator('h1:not([data-left])').waitFor()
  await page
    .locator('[role=status]:is([data-loading], :has(.mantine-Loader-root))')
    .first()
    .waitFor({ state: 'detached' })
}

/** Drops the next response to a call: the service has done the work, but the page gets no response. */
export function dropNextResponse(context: BrowserContext, path: string): Promise<unknown> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  return context.route(`**${path}`, lose, { times: 1 })
}
