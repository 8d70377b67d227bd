interface PageWithTyping<D> {
  readonly data: D
  setData(data: Partial<D>): void
}

/** Values that the page's data holds and its template does not show yet. */
const unshown = new WeakMap<object, Set<string>>()

/**
 * Stores typed text in the page's data without a render: WeChat's fields flicker and lose letters if they render
 * during typing.
 */
export function setTyped<D extends object>(page: PageWithTyping<D>, to: Partial<D>): void {
  Object.assign(page.data, to)
  unshown.set(page, new Set([...(unshown.get(page) ?? []), ...Object.keys(to)]))
}

/** Renders typed values, before a field is cleared or created again. */
export function flushTyped<D extends object>(page: PageWithTyping<D>): void {
  const names = unshown.get(page)
  if (!names) return
  unshown.delete(page)
  page.setData(Object.fromEntries(Object.entries(page.data).filter(([name]) => names.has(name))) as Partial<D>)
}

const restMs = 400
const waiting = new WeakMap<object, number>()

/** Debounces per page. */
export function debounce(page: object, work: () => void): void {
  clearTimeout(waiting.get(page) ?? 0)
  waiting.set(page, setTimeout(work, restMs))
}
export const cancelDebounce = (page: object): void => clearTimeout(waiting.get(page) ?? 0)
