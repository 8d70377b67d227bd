import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fontEnvironment } from './fonts.ts'
import { sharedFolder } from './shared-folder.ts'

/**
 * A real Chromium. The npm package brings one for x64 Linux; there is none on npm for other platforms, which use the one
 * that is installed (CHROMIUM names it).
 */
export function chromiumPath(): string | undefined {
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
  fromNpm || chromiumPath()
    ? false
    : `npm has no Chromium for ${process.platform} ${process.arch}: install one, or name it in CHROMIUM`

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// An installed one is a whole browser: no suggestions below its address, no process kept in stock.
const unseen = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,PaintHolding'
const lean = [`--disable-features=${unseen}`]

/** What Playwright starts Chromium with. */
export interface LaunchOptions {
  readonly executablePath: string
  readonly args: string[]
  readonly env: Record<string, string | undefined>
  readonly headless: true
}
let launchOptions: Promise<LaunchOptions> | undefined

/** Once a process: unpacking takes longer than most tests. */
export function chromiumLaunchOptions(): Promise<LaunchOptions> {
  launchOptions ??= find()
  return launchOptions
}

async function find(): Promise<LaunchOptions> {
  const env = { ...process.env, ...(await fontEnvironment()) }
  const installed = chromiumPath()
  if (!fromNpm && installed) return { executablePath: installed, args: [...lean, ...quiet], env, headless: true }
  // What Chromium writes while it runs goes with this process.
  const temporary = mkdtempSync(join(tmpdir(), 'fettle-chromium-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const { default: packed } = await import('@sparticuz/chromium')
  const place = await sharedFolder('browser', async (dir) => {
    // The package unpacks into the temporary folder and trusts what is there already, so it gets one of its own.
    process.env['TMPDIR'] = dir
    await packed.executablePath()
  })
  process.env['TMPDIR'] = temporary
  // Its flags are for places that allow one process alone, where all contexts have the cookies of the first.
  const flags = packed.args.filter((flag) => !['--single-process', '--no-zygote'].includes(flag))
  const args = [...flags, ...quiet]
  return { executablePath: join(place, 'chromium'), args, env: { ...env, TMPDIR: temporary }, headless: true }
}
