import type { Lang } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { errorText } from './error-text.ts'
import { language, textsOf } from './language.ts'
import { openPage } from './open-page.ts'
import { type TemplateTexts, templateTexts } from './template-texts.ts'
import { cancelDebounce, flushTyped, setTyped } from './typed-data.ts'
import { appWords } from './words.ts'

export type InputEvent = WechatMiniprogram.CustomEvent<{ value: string }>
export type CheckboxEvent = WechatMiniprogram.CustomEvent<{ value: string[] }>
export type SwitchEvent = WechatMiniprogram.CustomEvent<{ value: boolean }>
export type TapEvent = WechatMiniprogram.TouchEvent

interface Screen<W> {
  lang: Lang
  w: TemplateTexts<W>
  app: TemplateTexts<ReturnType<typeof appWords>>
  loading: boolean
  busy: boolean
  failed: string
  /** The part of the page that shows `failed`; empty for the top. */
  at: string
}

interface ScreenPage<W> {
  readonly data: Screen<W>
  setData(data: Partial<Screen<W>>): void
  onShow?(): void
}

interface ReloadingPage<W> extends ScreenPage<W> {
  ask(): Promise<void>
}

interface Rewording {
  /** Shows the texts in the current language. */
  reword(): void
}

type Lifetime = WechatMiniprogram.Page.ILifetime
type Options<W, D extends object, C extends WechatMiniprogram.Page.CustomOption> = C & {
  readonly words: (lang: Lang) => W
  /** The title of the page, if it does not depend on what is loaded. */
  readonly title?: (texts: W) => string
  /** The page is in the tab bar. */
  readonly tab?: true
  readonly data: D
  /** Called when the page is shown, instead of `ask`. */
  shown?(): void
  /** Stores a draft when the page is left. */
  rest?(): void
} & Partial<Pick<Lifetime, 'onLoad' | 'onUnload' | 'onReachBottom' | 'onShareAppMessage'>> &
  ThisType<WechatMiniprogram.Page.Instance<D & Screen<W>, C & Rewording>>

const screenTexts = <W extends object>(words: (lang: Lang) => W) => ({
  lang: language.current(),
  w: templateTexts(textsOf(words)),
  app: templateTexts(textsOf(appWords)),
})

/** The tab bar is defined in one language; this sets the user's. WeChat allows it only on pages of the bar. */
function nameTabs(): void {
  for (const [index, text] of textsOf(appWords).tabs.entries()) wx.setTabBarItem({ index, text, fail: () => {} })
}

/** Defines a page. It loads by `ask` whenever it is shown or pulled down. */
export function definePage<W extends object, D extends object, C extends WechatMiniprogram.Page.CustomOption>({
  words,
  title,
  tab,
  data,
  ...methods
}: Options<W, D, C>): void {
  const screen: Screen<W> = { ...screenTexts(words), loading: true, busy: false, failed: '', at: '' }
  Page({
    onPullDownRefresh() {
      this.setData({ at: '' })
      void this.ask()
    },
    onHide() {
      this.rest?.()
    },
    onUnload() {
      cancelDebounce(this)
      this.rest?.()
    },
    ...(methods as unknown as { ask(): Promise<void>; shown?(): void; rest?(): void }), // each page has `ask`
    data: { ...screen, limits, ...data } as Screen<W>,
    go({ currentTarget }: TapEvent) {
      void openPage(currentTarget.dataset['to'] as string)
    },
    setText({ currentTarget, detail }: InputEvent) {
      setTyped<object>(this, { [currentTarget.dataset['name'] as string]: detail.value })
    },
    setNumber({ currentTarget, detail }: InputEvent) {
      this.setData({ [currentTarget.dataset['name'] as string]: Number(detail.value) })
    },
    reword() {
      if (this.data.lang !== language.current()) this.setData(screenTexts(words))
      if (tab) nameTabs()
      if (title) wx.setNavigationBarTitle({ title: title(textsOf(words)) })
    },
    onShow() {
      this.reword()
      this.setData({ at: '' })
      if (this.shown) this.shown()
      else void this.ask()
    },
  })
}

const begun = new WeakMap<object, number>()

/**
 * Loads the data of a page; the old data stays meanwhile. `work` asks `isNewest` after each wait and shows nothing
 * once a newer load has begun.
 */
export async function loadPage<W>(
  page: ScreenPage<W>,
  work: (isNewest: () => boolean) => Promise<void>,
): Promise<void> {
  const turn = (begun.get(page) ?? 0) + 1
  begun.set(page, turn)
  const isNewest = () => begun.get(page) === turn
  const { failed } = page.data
  try {
    await work(isNewest)
    if (!isNewest()) return
    // A refusal that appeared during the load stays.
    page.setData({ loading: false, ...(page.data.failed === failed ? { failed: '' } : {}) })
    // The account's language is known now: the page is shown again in it.
    if (page.data.lang !== language.current()) page.onShow?.()
  } catch (error) {
    if (isNewest()) page.setData({ loading: false, failed: errorText(error) })
  } finally {
    if (isNewest()) wx.stopPullDownRefresh()
  }
}

/** Runs an action once per tap; returns whether it succeeded. */
export async function runAction<W>(page: ScreenPage<W>, work: () => Promise<unknown>): Promise<boolean> {
  if (page.data.busy) return false
  flushTyped(page)
  page.setData({ busy: true, failed: '' })
  try {
    await work()
    page.setData({ busy: false })
    return true
  } catch (error) {
    page.setData({ busy: false, failed: errorText(error) })
    return false
  }
}

/** Runs an action and reloads: another person may have been faster. An error is shown at this part of the page. */
export async function runAndReload<W>(page: ReloadingPage<W>, at: string, work: () => Promise<unknown>) {
  if (page.data.busy) return false
  page.setData({ at })
  return runAction(page, () => work().finally(() => page.ask()))
}

export const toast = (title: string) => wx.showToast({ title, icon: 'none' })

/** WeChat's buttons have room for four characters. */
export async function confirm(title: string, content: string): Promise<boolean> {
  const { yes, no } = textsOf(appWords)
  const { confirm } = await wx.showModal({ title, content, confirmText: yes, cancelText: no })
  return confirm
}
