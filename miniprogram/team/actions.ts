import { textsOf } from '../lib/language.ts'
import { runAction, type ScreenPage } from '../lib/screen.ts'
import { me } from '../lib/session.ts'
import { appWords } from '../lib/words.ts'

/** A page that shows errors beside the action and can reload. */
interface Working<W> extends ScreenPage<W> {
  setData(data: Partial<ScreenPage<W>['data']> & { at?: string; stranger?: boolean }): void
  ask(): Promise<void>
}

/** Runs an action and reloads: another member may have been faster. */
export function runAndReload<W>(page: Working<W>, at: string, work: () => Promise<void>): Promise<boolean> {
  if (page.data.busy) return Promise.resolve(false)
  page.setData({ at })
  return runAction(page, async () => {
    try {
      await work()
    } finally {
      await page.ask()
    }
  })
}

/** The logged-in member, or undefined; the page then says whom it is for. */
export async function requireMember<W>(page: Working<W>, isNewest: () => boolean, { admin = false } = {}) {
  const member = (await me())?.member
  if (!isNewest()) return undefined
  const stranger = !member || (admin && !member.admin)
  page.setData({ stranger })
  return stranger ? undefined : member
}

/** WeChat's buttons have room for four characters. */
export async function confirm(title: string, content: string): Promise<boolean> {
  const { yes, no } = textsOf(appWords)
  const { confirm } = await wx.showModal({ title, content, confirmText: yes, cancelText: no })
  return confirm
}

export type InputEvent = WechatMiniprogram.CustomEvent<{ value: string }>
export type CheckboxEvent = WechatMiniprogram.CustomEvent<{ value: string[] }>
export type SwitchEvent = WechatMiniprogram.CustomEvent<{ value: boolean }>
export type TapEvent = WechatMiniprogram.TouchEvent
