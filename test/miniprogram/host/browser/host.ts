import { CurrentWindowBackendContext, EventBubbleStatus, Event as GlassEvent } from 'glass-easel'
import { MiniProgramEnv } from 'glass-easel-miniprogram-adapter'
import type { Ways } from '../ways.ts'
import { defineElements, elementNames } from './elements.ts'
import { given } from './given.ts'
import { misfits } from './misfits.ts'
import { privacy } from './privacy.ts'
import { makeWx, type Pages } from './wx.ts'

/** The page instance as WeChat calls it. */
interface Instance {
  readonly _$: { triggerPageLifetime(name: string, given: readonly unknown[]): void }
  onLoad?(query: Record<string, string>): void
  onShow?(): void
  onHide?(): void
  onUnload?(): void
  onReady?(): void
  onPullDownRefresh?(): void
  onReachBottom?(): void
  onShareAppMessage?(): { title?: string; path?: string }
}
interface Open {
  readonly path: string
  readonly options: Record<string, string>
  readonly instance: Instance
  readonly frame: HTMLElement
  tell(lifetime: 'show' | 'hide'): void
  detach(): void
}

// Functions that `phone.ts` exposes to this page.
const outside = globalThis as unknown as Pick<Ways, 'loginCode' | 'agreed'>
const ways: Ways = {
  loginCode: () => outside.loginCode(),
  agreed: (template) => outside.agreed(template),
  scan: [],
  photos: [],
  consent: 'accept',
  consents: [],
  shared: [],
  files: new Map(),
  language: navigator.language.replace('-', '_'),
  breakUploadAt: 1,
  cannotCompress: false,
  updateReady: () => {},
}

const env = new MiniProgramEnv()
const space = env.createCodeSpace('', true)
const context = new CurrentWindowBackendContext()
context.onEvent((target, type, detail, options) => {
  const event = new GlassEvent(type, detail, options)
  GlassEvent.dispatchEvent(target, event)
  return event.defaultPrevented() ? EventBubbleStatus.NoDefault : EventBubbleStatus.Normal
})
const backend = env.associateBackend(context)
const template = (name: string) => ({ groupList: given.templates, content: given.templates[name] }) as never // the form in which the compiler emits it

const own = Object.fromEntries(elementNames.map((name) => [`mp-${name}`, `/mp/${name}`]))
defineElements(space, template('mp/slot'))
for (const name of [...given.components, ...given.pages]) {
  const { usingComponents = {}, ...config } = given.configs[name] ?? {}
  space.addComponentStaticConfig(name, { ...config, usingComponents: { ...own, ...usingComponents } })
  space.addCompiledTemplate(name, template(name))
}

const loaded = new Map<string, { exports: object }>()
function load(name: string): object {
  const known = loaded.get(name)
  if (known) return known.exports
  const module = { exports: {} }
  loaded.set(name, module)
  const work = given.modules[name]
  if (!work) throw new Error(`there is no ${name}`)
  const folder = name.split('/').slice(0, -1)
  work(module, module.exports, (path) => {
    const parts = [...folder]
    for (const part of path.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    const found = parts.join('/')
    return load(found.endsWith('.js') ? found : `${found}.js`)
  })
  return module.exports
}

const stack: Open[] = []
/** Pages of the tab bar that are hidden now. */
const resting = new Map<string, Open>()
const tabs = given.app.tabBar.list.map(({ pagePath }) => pagePath)
const at = (url: string) => {
  const [path = '', query = ''] = url.replace(/^\//, '').split('?')
  return { path, query: Object.fromEntries(new URLSearchParams(query)) }
}

/** Runs the lifetimes of a page and its components when it is shown or hidden. */
function turn(page: Open | undefined, to: 'show' | 'hide'): void {
  if (!page) return
  page.frame.hidden = to === 'hide'
  if (to === 'show') page.instance.onShow?.()
  else page.instance.onHide?.()
  page.tell(to)
}

function show(url: string): void {
  const { path, query } = at(url)
  if (!given.pages.includes(path)) throw new Error(`there is no page ${path}`)
  // WeChat logs addresses, but passes a scanned one to the page as `q`.
  if (Object.entries(query).some(([name, value]) => name !== 'q' && !/^\d+$/.test(value)))
    throw new Error(`${path} is given more than numbers`)
  turn(stack.at(-1), 'hide')
  const frame = document.createElement('main')
  frame.className = 'mp-page'
  frame.dataset['page'] = path
  const place = document.createElement('div')
  frame.append(place)
  document.querySelector('.mp-pages')?.append(frame)
  const root = backend.createRoot('mp-root', space, path)
  root.attach(frame as never, place as never)
  const instance = root.get() as unknown as Instance
  const tell = (lifetime: 'show' | 'hide') => instance._$.triggerPageLifetime(lifetime, [])
  const page = { path, options: query, instance, frame, tell, detach: () => root.release() }
  stack.push(page)
  mark()
  pages.setTitle(given.configs[path]?.navigationBarTitleText ?? '')
  instance.onLoad?.(query)
  turn(page, 'show')
  instance.onReady?.()
}

function close(): void {
  const gone = stack.pop()
  if (gone) unload(gone)
}
function unload(page: Open): void {
  page.instance.onUnload?.()
  page.detach()
  page.frame.remove()
}

function mark(): void {
  const path = stack.at(-1)?.path ?? ''
  const bar = document.querySelector<HTMLElement>('.mp-tabs')
  if (bar) bar.hidden = !tabs.includes(path)
  for (const [i, tab] of [...document.querySelectorAll('.mp-tab')].entries())
    tab.setAttribute('aria-current', tabs[i] === path ? 'page' : 'false')
  const back = document.querySelector<HTMLElement>('.mp-back')
  if (back) back.hidden = stack.length < 2
}

const pages: Pages = {
  open(url) {
    // WeChat's limit.
    if (stack.length >= 10) throw new Error('webview count limit exceed')
    if (tabs.includes(at(url).path)) throw new Error('can not navigateTo a tabbar page')
    show(url)
  },
  replace(url) {
    close()
    show(url)
  },
  back(delta) {
    for (let i = 0; i < delta && stack.length > 1; i += 1) close()
    mark()
    turn(stack.at(-1), 'show')
  },
  toTab(url) {
    const { path } = at(url)
    if (!tabs.includes(path)) throw new Error(`${url} is no tab`)
    while (stack.length > 1) close()
    const [from] = stack.splice(0)
    if (from?.path === path) stack.push(from)
    else {
      // Pages of the tab bar stay alive.
      turn(from, 'hide')
      if (from && tabs.includes(from.path)) resting.set(from.path, from)
      else if (from) unload(from)
      const rested = resting.get(path)
      resting.delete(path)
      if (!rested) return show(url)
      stack.push(rested)
    }
    mark()
    turn(stack[0], 'show')
  },
  relaunch(url) {
    while (stack.length > 0) close()
    for (const page of resting.values()) unload(page)
    resting.clear()
    show(url)
  },
  setTitle(title) {
    const heading = document.querySelector('.mp-title')
    if (heading) heading.textContent = title
  },
  isTab: () => tabs.includes(stack.at(-1)?.path ?? ''),
}

/** The value of the theme in the light scheme, or in the dark one. */
const themed = (name: string) => `light-dark(${given.theme.light[name]}, ${given.theme.dark[name]})`

/** An icon of the tab bar, which the theme names for each colour scheme. */
function tabIcon(path: string): HTMLElement {
  const name = path.replace('@', '')
  const icon = ({ [name]: file = '' }: Readonly<Record<string, string>>) => given.icons[file] ?? ''
  const dark = document.createElement('source')
  dark.media = '(prefers-color-scheme: dark)'
  dark.srcset = icon(given.theme.dark)
  const light = document.createElement('img')
  light.alt = ''
  light.src = icon(given.theme.light)
  const picture = document.createElement('picture')
  picture.append(dark, light)
  return picture
}

function frame(): void {
  const style = document.createElement('style')
  // WeChat's default styles of elements, which pages must override.
  style.textContent = `
    body { margin: 0; font-family: system-ui, sans-serif; }
    .mp-bar { display: flex; align-items: center; gap: 8px; height: 44px; padding: 0 12px; background: ${themed('navBackground')}; }
    .mp-title { margin: 0; font-size: 17px; font-weight: 600; }
    .mp-tabs { display: flex; position: sticky; bottom: 0; border-top: 1px solid #8884; background: ${themed('tabBackground')}; }
    .mp-tab { flex: 1; display: grid; justify-items: center; gap: 2px; padding: 6px 12px; border: 0; background: none; font: 12px system-ui; color: ${themed('tabText')}; }
    .mp-tab[aria-current=page] { color: ${themed('tabChosen')}; }
    .mp-tab img { display: block; width: 27px; height: 27px; }
    .mp-tab:not([aria-current=page]) picture + picture, .mp-tab[aria-current=page] picture:first-child { display: none; }
    mp-root, view, scroll-view, form, block, mp-input, mp-textarea, mp-picker { display: block; }
    mp-image { display: inline-block; overflow: hidden; width: 320px; height: 240px; }
    mp-image > .mp-inner { width: 100%; height: 100%; display: block; }
    mp-input { height: 1.4rem; min-height: 1.4rem; overflow: hidden; }
    mp-input > .mp-inner { height: 100%; }
    mp-textarea > .mp-inner { field-sizing: content; }
    mp-input > .mp-inner, mp-textarea > .mp-inner { display: block; width: 100%; box-sizing: border-box; padding: 0; font: inherit; color: inherit; background: none; border: 0; outline-offset: 2px; resize: none; }
    mp-button { position: relative; display: block; box-sizing: border-box; margin: 0 auto; padding: 0 14px; border-radius: 5px; overflow: hidden; font-size: 18px; line-height: 2.5556; text-align: center; color: #000; background: #f8f8f8; cursor: pointer; }
    ${
      given.app.style === 'v2'
        ? 'mp-button { padding: 8px 24px; font-weight: 700 } mp-button:not([size=mini]) { width: 184px; margin-left: auto; margin-right: auto }'
        : "mp-button::after { content: ' '; position: absolute; top: 0; left: 0; width: 200%; height: 200%; box-sizing: border-box; border: 1px solid #0003; border-radius: 10px; transform: scale(.5); transform-origin: 0 0; pointer-events: none }"
    }
    [hidden] { display: none !important; }
    [role=switch] { appearance: none; flex: none; width: 44px; height: 26px; margin: 0; border-radius: 13px; background: #868e96; }
    [role=switch]::before { content: ''; display: block; width: 22px; height: 22px; margin: 2px; border-radius: 50%; background: #fff; }
    [role=switch]:checked { background: #2b8a3e; }
    [role=switch]:checked::before { margin-left: 20px; }
    /* The content of a picker is visible, and the field for choosing lies above it. */
    mp-picker { position: relative; }
    .mp-picker { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; }
    .mp-toast, .mp-dialog { position: fixed; z-index: 10; inset: auto 10vw 20vh; padding: 16px; border-radius: 8px; background: Canvas; color: CanvasText; box-shadow: 0 2px 12px #0006; display: grid; gap: 8px; }
    @media (prefers-color-scheme: dark) { :root { color-scheme: dark } }
  `
  document.head.prepend(style)
  document.documentElement.lang = navigator.language
  const bar = document.createElement('header')
  bar.className = 'mp-bar'
  const back = document.createElement('button')
  back.className = 'mp-back'
  back.textContent = '‹'
  back.setAttribute('aria-label', 'back')
  back.addEventListener('click', () => pages.back(1))
  const title = document.createElement('h1')
  title.className = 'mp-title'
  bar.append(back, title)
  const body = document.createElement('div')
  body.className = 'mp-pages'
  const nav = document.createElement('nav')
  nav.className = 'mp-tabs'
  nav.append(
    ...given.app.tabBar.list.map(({ pagePath, text, iconPath, selectedIconPath }) => {
      const tab = document.createElement('button')
      tab.className = 'mp-tab'
      const name = document.createElement('span')
      name.className = 'mp-tab-name'
      name.textContent = text
      tab.append(tabIcon(iconPath), tabIcon(selectedIconPath), name)
      // As with buttons: a click may follow a touch of what has just disappeared above the bar.
      tab.addEventListener('pointerup', () => pages.toTab(pagePath))
      return tab
    }),
  )
  document.body.append(bar, body, nav)
}

let app: { onLaunch?(): void; onShow?(): void; onHide?(): void } = {}
Object.assign(globalThis, {
  wx: makeWx(ways, pages),
  App: (definition: typeof app) => {
    app = definition
  },
  getApp: () => app,
  getCurrentPages: () =>
    stack.map(({ path, options, instance }) => Object.assign(Object.create(instance), { route: path, options })),
  /** For tests only. */
  host: {
    ways,
    privacy,
    pullDown: () => stack.at(-1)?.instance.onPullDownRefresh?.(),
    reachBottom: () => stack.at(-1)?.instance.onReachBottom?.(),
    hide: () => {
      stack.at(-1)?.instance.onHide?.()
      stack.at(-1)?.tell('hide')
      app.onHide?.()
    },
    show: () => {
      app.onShow?.()
      stack.at(-1)?.instance.onShow?.()
      stack.at(-1)?.tell('show')
    },
    misfits,
    share: () => stack.at(-1)?.instance.onShareAppMessage?.(),
    go: (url: string) => pages.relaunch(url),
  },
})

frame()
load('app.js')
for (const name of [...given.components, ...given.pages])
  space.globalComponentEnv(globalThis, name, () => void load(`${name}.js`))
app.onLaunch?.()
app.onShow?.()
show(new URLSearchParams(location.search).get('page') ?? given.pages[0] ?? '')
