import { textsOf } from './language.ts'
import { appWords } from './words.ts'

/** The bar below is written in one language; this is the person's. WeChat lets only its own pages name it, while they are shown. */
export function nameTabs(): void {
  for (const [index, text] of textsOf(appWords).tabs.entries()) wx.setTabBarItem({ index, text, fail: () => {} })
}
