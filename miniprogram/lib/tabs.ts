import { useAppWords } from './words.ts'

/** The bar below is written in one language; this is the person's. */
export function nameTabs(): void {
  for (const [index, text] of useAppWords().tabs.entries()) wx.setTabBarItem({ index, text, fail: () => {} })
}
