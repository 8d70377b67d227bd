interface Typed<D> {
  readonly data: D
  setData(data: Partial<D>): void
}

/** What was typed on a page, and is not in its template. */
const unshown = new WeakMap<object, Set<string>>()

/**
 * Takes what is typed into the data of a page, and leaves its template alone: told after each letter, WeChat's fields flicker, and set an
 * earlier text over what was typed meanwhile.
 */
export function typed<D extends object>(page: Typed<D>, to: Partial<D>): void {
  Object.assign(page.data, to)
  unshown.set(page, new Set([...(unshown.get(page) ?? []), ...Object.keys(to)]))
}

/** Tells the template what was typed, once the fingers do something else: a field that it clears or makes anew has to know. */
export function showTyped<D extends object>(page: Typed<D>): void {
  const names = unshown.get(page)
  if (!names) return
  unshown.delete(page)
  page.setData(Object.fromEntries(Object.entries(page.data).filter(([name]) => names.has(name))) as Partial<D>)
}

const restMs = 400
const waiting = new WeakMap<object, number>()

/** Does it when the fingers rest; what else was to be done then is not. */
export function whenResting(page: object, work: () => void): void {
  clearTimeout(waiting.get(page) ?? 0)
  waiting.set(page, setTimeout(work, restMs))
}
export const notResting = (page: object): void => clearTimeout(waiting.get(page) ?? 0)
