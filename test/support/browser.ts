import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'

/**
 * A real Chromium. The npm package brings one for x64 Linux; there is none on npm for other platforms, which use the one
 * that is installed (CHROMIUM names it).
 */
export function installedBrowser(): string | undefined {
  const places = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return places.find((place) => place !== undefined && existsSync(place))
}

const fromNpm = process.platform === 'linux' && process.arch === 'x64'
/** Why there can be no browser tests here, if there can be none. */
export const noBrowser: string | false =
  fromNpm || installedBrowser()
    ? false
    : `npm has no Chromium for ${process.platform} ${process.arch}: install one, or name it in CHROMIUM`

export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// An installed one is a whole browser, which nobody sees here: no suggestions below its address, no process kept in stock.
const unseen = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,PaintHolding'
const lean = [`--disable-features=${unseen}`]

const blocked = 'Service Worker registration blocked'

export interface Looking extends AsyncDisposable {
  /** A person's browser: its own storage, and a list of everything the page complained about. */
  open(options?: {
    width?: number
    height?: number
    locale?: string
    colorScheme?: 'light' | 'dark'
    /** Fingers, and no mouse. */
    touch?: boolean
    timezoneId?: string
    /** With the service worker of the pages. The browser from npm ends when two people in it have one. */
    worker?: boolean
  }): Promise<{ page: Page; context: BrowserContext; complaints: string[] }>
}

// Starting it takes longer than most tests, so those of a file share one.
const shares = process.env['NODE_TEST_CONTEXT'] !== undefined
let shared: Promise<Browser> | undefined
if (shares) after(async () => (await shared)?.close())

// What cannot be made to happen again is told as far as it can be seen.
const opened = new Set<Page>()
if (shares)
  afterEach(async (t) => {
    if (!('passed' in t) || t.passed) return
    for (const page of opened)
      if (!page.isClosed()) t.diagnostic(`${page.url()} shows: ${await page.locator('body').innerText().catch(String)}`)
  })

async function launch(more: readonly string[]): Promise<Browser> {
  const { executablePath, args } = await locate()
  const start = () => chromium.launch({ executablePath, args: [...args, ...quiet, ...more], headless: true })
  // Now and then Chromium ends while it starts.
  return start().catch(start)
}

/** A browser, with further arguments where those of the first one of a file say so. */
export async function openBrowser(more: readonly string[] = []): Promise<Looking> {
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
      // What moves takes time, and is read wrong on its way.
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
      people.push(context)
      const page = await context.newPage()
      opened.add(page)
      const complaints: string[] = []
      page.on('console', (message) => {
        // A refusal is an answer, and a network that is cut is a test; what else could not be loaded is told below.
        if (message.text().startsWith('Failed to load resource') || message.text().startsWith(blocked)) return
        // The worker took over while the page was loading its files: it loads them once more.
        if (message.text().endsWith('service worker resource mismatch.')) return
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
      // Pages that went on would call a service that has gone. Nobody waits: in the middle of a way to another page one may
      // never say that it is closed, and the end of the browser is the end of all.
      for (const person of people) person.close().catch(() => {})
    },
  }
}

/** A browser with a folder of its own, in which it finds what it kept when it is closed and opened once more. */
export async function openProfile(dir: string): Promise<{ page: Page; context: BrowserContext } & AsyncDisposable> {
  const { executablePath, args } = await locate()
  const context = await chromium.launchPersistentContext(dir, {
    executablePath,
    args: [...args, ...quiet],
    headless: true,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return { page, context, [Symbol.asyncDispose]: () => context.close() }
}

/** Gives the page somebody's session, as if they had logged in on it. */
export async function logIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.evaluate((given) => globalThis.sessionStorage.setItem('fettle.token', given), token)
}

/** Gives the page to the next one at this machine: with their session, and with nothing that somebody has left there. */
export async function sitDown(page: Page, url: string, token: string): Promise<void> {
  await page.unrouteAll()
  await page.goto(`${url}/healthz`)
  await page.evaluate((given) => {
    const { localStorage, sessionStorage } = globalThis
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    sessionStorage.setItem('fettle.token', given)
  }, token)
}

/** Goes to another page as a link would, which is much quicker than opening it anew, and waits for all of it. */
export async function go(page: Page, url: string): Promise<void> {
  const scene = (address: string) => address.replace(/[?].*|\d+/g, '')
  const here = page.url()
  // One scene that shows something else keeps its heading, so that it cannot be told when that has come.
  if (!here.startsWith('http') || here.endsWith('/healthz') || scene(here) === scene(url)) await page.goto(url)
  else
    await page.locator('html').evaluate((root, next) => {
      root.querySelector('h1')?.setAttribute('data-left', '')
      root.ownerDocument.defaultView?.history.pushState(null, '', next)
    }, url)
  await page.locator('h1:not([data-left])').waitFor()
  await page.locator('[role=status] .mantine-Loader-root').first().waitFor({ state: 'detached' })
}

/** The next answer to a call is lost on its way: the service has done what it was asked, and the page does not hear of it. */
export function loseAnswer(context: BrowserContext, path: string): Promise<unknown> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  return context.route(`**${path}`, lose, { times: 1 })
}

interface Program {
  readonly executablePath: string
  readonly args: string[]
}
let program: Promise<Program> | undefined

/** Once a process, and once for all test files of a run: unpacking takes longer than most tests. */
export function locate(): Promise<Program> {
  program ??= find()
  return program
}

async function find(): Promise<Program> {
  const installed = installedBrowser()
  if (!fromNpm && installed) return { executablePath: installed, args: lean }
  // It unpacks into the temporary folder and trusts whatever is there already, so it gets one of its own.
  const dir = mkdtempSync(join(tmpdir(), 'fettle-chromium-'))
  process.env['TMPDIR'] = dir
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const { default: packed } = await import('@sparticuz/chromium')
  // Its flags are for places that allow one process alone, in which everybody has the cookies of the first.
  const args = packed.args.filter((flag) => !['--single-process', '--no-zygote'].includes(flag))
  const place = process.env['TEST_BROWSER']
  if (place && existsSync(place)) return { executablePath: join(place, 'chromium'), args }
  const executablePath = await packed.executablePath()
  if (!place) return { executablePath, args }
  try {
    // All at once, so that nobody finds half of it.
    renameSync(dir, place)
  } catch {
    return { executablePath, args } // another file was quicker
  }
  mkdirSync(dir)
  return { executablePath: join(place, 'chromium'), args }
}
