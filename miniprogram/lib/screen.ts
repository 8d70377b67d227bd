import type { Lang } from '#contract/languages.ts'
import { sentenceOf } from './failed.ts'
import { language, textsOf } from './language.ts'
import { type PlainTexts, plain } from './plain.ts'
import { showTyped } from './typing.ts'
import { appWords } from './words.ts'

/** What every page has: its texts, whether it loads, and what went wrong. */
export interface Screen<W> {
  lang: Lang
  w: PlainTexts<W>
  app: PlainTexts<ReturnType<typeof appWords>>
  loading: boolean
  busy: boolean
  failed: string
}

export const screenOf = <W extends object>(words: (lang: Lang) => W): Screen<W> => ({
  lang: language.current(),
  w: plain(textsOf(words)),
  app: plain(textsOf(appWords)),
  loading: true,
  busy: false,
  failed: '',
})

/** A page as these helpers see it. */
export interface Shown<W> {
  readonly data: Screen<W>
  setData(data: Partial<Screen<W>>): void
  onShow?(): void
}

/** The texts in the language of now: somebody may have chosen another one on another page. */
export function reword<W extends object>(page: Shown<W>, words: (lang: Lang) => W): void {
  if (page.data.lang === language.current()) return
  page.setData({ lang: language.current(), w: plain(textsOf(words)), app: plain(textsOf(appWords)) })
}

/** How many loads each page has begun. */
const begun = new WeakMap<object, number>()

/**
 * Loads what a page shows; what is there already stays while it is asked for again. Once a newer load of the page has begun, `work` shows
 * nothing more: it asks `isNewest` after it has waited.
 */
export async function load<W>(page: Shown<W>, work: (isNewest: () => boolean) => Promise<void>): Promise<void> {
  const turn = (begun.get(page) ?? 0) + 1
  begun.set(page, turn)
  const isNewest = () => begun.get(page) === turn
  const { failed } = page.data
  try {
    await work(isNewest)
    if (!isNewest()) return
    // What was refused meanwhile is still to be read.
    page.setData({ loading: false, ...(page.data.failed === failed ? { failed: '' } : {}) })
    // The account speaks another language than WeChat, as is known now: once more, in that one.
    if (page.data.lang !== language.current()) page.onShow?.()
  } catch (error) {
    if (isNewest()) page.setData({ loading: false, failed: sentenceOf(error) })
  } finally {
    if (isNewest()) wx.stopPullDownRefresh()
  }
}

/** Does something that was tapped: once, however often it was tapped meanwhile. Answers whether it worked. */
export async function act<W>(page: Shown<W>, work: () => Promise<void>): Promise<boolean> {
  if (page.data.busy) return false
  showTyped(page)
  page.setData({ busy: true, failed: '' })
  try {
    await work()
    page.setData({ busy: false })
    return true
  } catch (error) {
    page.setData({ busy: false, failed: sentenceOf(error) })
    return false
  }
}
