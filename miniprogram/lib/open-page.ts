/** The number of pages that WeChat stacks. */
const most = 10

let going = false

/** Opens a page once per tap. If the stack is full, the page replaces the current one. */
export async function openPage(url: string): Promise<void> {
  const pages = getCurrentPages()
  if (going || shownBy(pages[pages.length - 1]) === url) return
  going = true
  try {
    await (pages.length < most ? wx.navigateTo({ url }) : wx.redirectTo({ url }))
  } finally {
    going = false
  }
}

function shownBy(page: { readonly route: string; readonly options: Record<string, string | undefined> } | undefined) {
  const query = Object.entries(page?.options ?? {}).map(([name, value]) => `${name}=${value}`)
  return [`/${page?.route}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
}

export const dayPage = (id: number): string => `/pages/day/day?id=${id}`
