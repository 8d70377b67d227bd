import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fontEnvironment } from './fonts.ts'
import { sharedFolder } from './shared-folder.ts'

/**
 * The path of Chromium. The npm package has one for x64 Linux only; other platforms use an installed one, which CHROMIUM names.
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
/** The reason to skip browser tests, or false. */
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

// An installed Chromium is a full browser. These features cost time: suggestions and spare processes.
const unseen = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,PaintHolding'
const lean = [`--disable-features=${unseen}`]

export interface LaunchOptions {
  readonly executablePath: string
  readonly args: string[]
  readonly env: Record<string, string | undefined>
  readonly headless: true
}
let launchOptions: Promise<LaunchOptions> | undefined

/** Once per process, because unpacking takes longer than most tests. */
export function chromiumLaunchOptions(): Promise<LaunchOptions> {
  launchOptions ??= find()
  return launchOptions
}

async function find(): Promise<LaunchOptions> {
  const env = { ...process.env, ...(await fontEnvironment()) }
  const installed = chromiumPath()
  if (!fromNpm && installed) return { executablePath: installed, args: [...lean, ...quiet], env, headless: true }
  // Files that Chromium writes are deleted at the end of this process.
  const temporary = mkdtempSync(join(tmpdir(), 'fettle-chromium-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const { default: packed } = await import('@sparticuz/chromium')
  const place = await sharedFolder('browser', async (dir) => {
    // The package unpacks into the temporary folder and trusts what is there already, so it gets one of its own.
    process.env['TMPDIR'] = dir
    await packed.executablePath()
  })
  process.env['TMPDIR'] = temporary
  // Its flags are for platforms that allow only one process, where all contexts share the cookies of the first.
  const flags = packed.args.filter((flag) => !['--single-process', '--no-zygote'].includes(flag))
  const args = [...flags, ...quiet]
  return { executablePath: join(place, 'chromium'), args, env: { ...env, TMPDIR: temporary }, headless: true }
}
