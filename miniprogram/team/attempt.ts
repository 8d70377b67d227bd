import { textsOf } from '../lib/language.ts'
import { act, type Shown } from '../lib/screen.ts'
import { me } from '../lib/session.ts'
import { appWords } from '../lib/words.ts'

/** A page that says beside each thing to do why it was refused, and that can show anew how things stand. */
interface Working<W> extends Shown<W> {
  setData(data: Partial<Shown<W>['data']> & { at?: string; stranger?: boolean }): void
  ask(): Promise<void>
}

/** Does what was tapped, once, and shows how things stand then: somebody else may have been faster. */
export function attempt<W>(page: Working<W>, at: string, work: () => Promise<void>): Promise<boolean> {
  if (page.data.busy) return Promise.resolve(false)
  page.setData({ at })
  return act(page, async () => {
    try {
      await work()
    } finally {
      await page.ask()
    }
  })
}

/** The member whose phone this is, or nobody: the page then says whom it is for. */
export async function memberHere<W>(page: Working<W>, isNewest: () => boolean, { admin = false } = {}) {
  const member = (await me())?.member
  if (!isNewest()) return undefined
  const stranger = !member || (admin && !member.admin)
  page.setData({ stranger })
  return stranger ? undefined : member
}

/** Asks before something is done that is not easily undone. WeChat has room for four characters on each of its buttons. */
export async function confirmed(title: string, content: string): Promise<boolean> {
  const { yes, no } = textsOf(appWords)
  const { confirm } = await wx.showModal({ title, content, confirmText: yes, cancelText: no })
  return confirm
}

/** What somebody chose or typed, as the elements tell it. */
export type Typed = WechatMiniprogram.CustomEvent<{ value: string }>
export type Ticked = WechatMiniprogram.CustomEvent<{ value: string[] }>
export type Switched = WechatMiniprogram.CustomEvent<{ value: boolean }>
export type Tapped = WechatMiniprogram.TouchEvent
