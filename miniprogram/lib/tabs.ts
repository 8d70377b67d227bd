import { textsOf } from './language.ts'
import { appWords } from './words.ts'

/** The tab bar is defined in one language; this sets the user's. WeChat allows it only on pages of the bar. */
export function nameTabs(): void {
  for (const [index, text] of textsOf(appWords).tabs.entries()) wx.setTabBarItem({ index, text, fail: () => {} })
}
