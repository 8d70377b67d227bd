import type { Lang } from '#contract/languages.ts'
import { errorText } from './error-text.ts'
import { language, textsOf } from './language.ts'
import { type PlainTexts, plain } from './plain.ts'
import { flushTyped } from './typing.ts'
import { appWords } from './words.ts'

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

export interface ScreenPage<W> {
  readonly data: Screen<W>
  setData(data: Partial<Screen<W>>): void
  onShow?(): void
}

/** Updates the texts after the language was changed on another page. */
export function updateTexts<W extends object>(page: ScreenPage<W>, words: (lang: Lang) => W): void {
  if (page.data.lang === language.current()) return
  page.setData({ lang: language.current(), w: plain(textsOf(words)), app: plain(textsOf(appWords)) })
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

/** Runs an action once per tap; answers whether it succeeded. */
export async function runAction<W>(page: ScreenPage<W>, work: () => Promise<void>): Promise<boolean> {
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
