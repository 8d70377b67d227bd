import type { Page } from 'playwright-core'
import type { WechatPeer } from '../peers/wechat.ts'
import type { OpenBrowser } from '../support/browser.ts'
import type { Team } from '../support/team.ts'
import { type Prepared, prepared } from './host/prepare.ts'
import type { Ways } from './host/ways.ts'

export interface Phone {
  readonly page: Page
  readonly complaints: string[]
  readonly locale: string
  /** Restarts the mini-program on this page. */
  start(path: string): Promise<void>
  /** Opens a page without a restart, which is much quicker. */
  go(path: string): Promise<void>
  /** The camera scans this text next. */
  scans(text: string): Promise<void>
  /** These pictures are chosen next. */
  chooses(...pictures: readonly Uint8Array[]): Promise<void>
  /** Changes how WeChat or the user behaves from now on. */
  set(ways: Partial<Pick<Ways, 'consent' | 'breakUploadAt' | 'cannotCompress' | 'language'>>): Promise<void>
  /** The templates of each question about messages. */
  consents(): Promise<string[][]>
  /** The files that were sent to a chat. */
  shared(): Promise<string[]>
  /** The data that the mini-program has stored on the phone: keys of its storage, and paths of files. */
  left(): Promise<string[]>
  /** `hide` puts the mini-program into the background, `show` brings it back. */
  hide(): Promise<void>
  show(): Promise<void>
  pullDown(): Promise<void>
  /** Elements of the shown page that do not fit on a screen of this width. */
  misfits(width: number): Promise<string[]>
  reachBottom(): Promise<void>
}

export interface PhoneWish {
  readonly width?: number
  readonly locale?: string
  readonly colorScheme?: 'light' | 'dark'
  /** WeChat's id of the phone's owner. */
  readonly openid?: string
  /** How many phone numbers WeChat still gives the team. */
  readonly phoneNumbers?: number
}

const builds = new Map<string, Promise<Prepared>>()

/** Opens a phone on which the mini-program of this team runs. */
export async function openPhone(
  browser: OpenBrowser,
  team: Pick<Team, 'url'>,
  wechat: WechatPeer,
  { width = 375, locale = 'zh-CN', colorScheme = 'light', openid = 'openid-of-ann', phoneNumbers = 1 }: PhoneWish = {},
): Promise<Phone> {
  const built = await builds.getOrInsertComputed(team.url, () => prepared(team.url))
  const { page, complaints } = await browser.open({ width, height: 780, locale, colorScheme, touch: true })
  const pictures = new Map<string, Uint8Array>()
  let numbers = phoneNumbers
  await page.route('**/__miniprogram/**', (route) => {
    const path = new URL(route.request().url()).pathname
    const picture = pictures.get(path)
    if (picture) return route.fulfill({ contentType: 'image/jpeg', body: Buffer.from(picture) })
    if (path.endsWith('.js'))
      return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: built.script })
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: built.html })
  })
  // Addresses of pictures begin with the service's own address.
  const told = (await (await fetch(`${team.url}/team`)).json()) as { data: { url: string } }
  const { url } = told.data
  await page.route(`${url}/media/**`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace(url, team.url) }) }),
  )
  await page.exposeFunction('loginCode', () => wechat.code(openid))
  await page.exposeFunction('agreed', (template: string) => wechat.messages.agree(openid, template))
  await page.exposeFunction('phoneCode', () => (numbers-- > 0 ? wechat.content.phoneCode(openid, '13800138123') : ''))
  const open = (path: string) => page.goto(`${team.url}/__miniprogram/?page=${encodeURIComponent(path)}`)
  await open('pages/home/home')
  const host = <T>(work: string, given?: unknown): Promise<T> =>
    page.evaluate(
      ([body, value]) => new Function('host', 'value', body as string)((globalThis as never)['host'], value),
      [`return ${work}`, given] as const,
    ) as Promise<T>
  return {
    page,
    complaints,
    locale,
    async start(path) {
      await host('host.hide()')
      await open(path)
    },
    go: (path) => host('void host.go(value)', path),
    scans: (text) => host('void host.ways.scan.push(value)', text),
    async chooses(...chosen) {
      const paths = chosen.map((picture) => {
        const path = `/__miniprogram/picture-${pictures.size}.jpg`
        pictures.set(path, picture)
        return path
      })
      await host('void host.ways.photos.push(value)', paths)
    },
    set: (ways) => host('void Object.assign(host.ways, value)', ways),
    consents: () => host('host.ways.consents'),
    shared: () => host('host.ways.shared'),
    left: () => host('[...Object.keys(localStorage), ...host.ways.files.keys()].sort()'),
    hide: () => host('host.hide()'),
    show: () => host('host.show()'),
    misfits: (width) => host('host.misfits(value)', width),
    pullDown: () => host('void host.pullDown()'),
    reachBottom: () => host('void host.reachBottom()'),
  }
}
