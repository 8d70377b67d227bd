import type { ElementHandle, Locator, Page } from 'playwright-core'

/** The element type of Playwright, because this program has no DOM types. */
type Root = Awaited<ReturnType<Locator['elementHandle']>> extends ElementHandle<infer Element> | null ? Element : never
type Element = NonNullable<ReturnType<Root['closest']>>

/**
 * The places where a page cuts off content or shows things over each other: elements that hide a part of their content,
 * texts and pictures outside of the window or of such an element, and texts that overlap. An element with `data-pages`
 * hides content at its side that is on its other pages. The words of `largest` must have the largest letters,
 * and no letters may be smaller than `least` pixels.
 */
export const clippingFaults = (page: Page, { largest, least }: Letters): Promise<string[]> =>
  page.locator('html').evaluate(faultsIn, { largest, least })

interface Letters {
  readonly largest: string
  readonly least: number
}

function faultsIn(root: Root, { largest, least }: Letters): string[] {
  const view = root.ownerDocument.defaultView
  if (!view) return ['no window']
  const { innerWidth, innerHeight } = view
  const styleOf = (element: Element) => view.getComputedStyle(element)
  const nameOf = (element: Element) => `${element.localName} “${(element.textContent ?? '').slice(0, 60)}”`
  const visible = [...root.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility() && styleOf(element).visibility === 'visible',
  )
  const hides = (element: Element) => styleOf(element).overflow !== 'visible'
  const faults: string[] = []
  for (const element of visible) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    if (!hides(element) || clientWidth === 0) continue
    // The boxes of letters are higher than their lines; a line that is cut is found below.
    const spare = 0.4 * Number.parseFloat(styleOf(element).fontSize) + 1
    if (scrollHeight > clientHeight + spare)
      faults.push(`hides ${scrollHeight - clientHeight} px below: ${nameOf(element)}`)
    if (scrollWidth > clientWidth + 1 && !element.hasAttribute('data-pages'))
      faults.push(`hides ${scrollWidth - clientWidth} px to the side: ${nameOf(element)}`)
  }

  interface Box {
    readonly of: Element
    readonly text: string
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  /** The lines of the texts, as high as their letters: fonts give their boxes more than the lines have. */
  const lines = visible.flatMap((element): Box[] => {
    const size = Number.parseFloat(styleOf(element).fontSize)
    return [...element.childNodes]
      .filter(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      .flatMap((node) => {
        const range = root.ownerDocument.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map(({ left, right, top, bottom }) => {
          const middle = (top + bottom) / 2
          const text = (node.textContent ?? '').slice(0, 60)
          return { of: element, text, left, right, top: middle - size / 2, bottom: middle + size / 2 }
        })
      })
      .filter(({ left, right }) => right > left)
  })
  const pictures = visible
    .filter((element) => element.matches('[role=img]'))
    .map((element): Box => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { of: element, text: element.ariaLabel ?? '', left, right, top, bottom }
    })
  const outside = (box: Box, left: number, right: number, top: number, bottom: number) =>
    box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1
  const shown: Box[] = []
  for (const box of [...lines, ...pictures]) {
    let elsewhere = false
    let cut = ''
    for (let around: Element | null = box.of; around && around !== root; around = around.parentElement) {
      if (!hides(around)) continue
      const { left, right, top, bottom } = around.getBoundingClientRect()
      elsewhere ||= around.hasAttribute('data-pages') && (box.left >= right - 1 || box.right <= left + 1)
      if (outside(box, left, right, top, bottom)) cut ||= `cut by ${around.localName}.${around.className}`
    }
    if (outside(box, 0, innerWidth, 0, innerHeight)) cut ||= 'outside of the window'
    if (elsewhere) continue
    if (cut) faults.push(`${cut}: “${box.text}”`)
    shown.push(box)
  }
  for (const [i, a] of shown.entries())
    for (const b of shown.slice(i + 1)) {
      if (a.of === b.of) continue
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (wide > 2 && high > 2) faults.push(`“${a.text}” overlaps “${b.text}”`)
    }

  const sizes = lines.map(({ of, text }) => ({
    main: of.matches(largest),
    text,
    px: Number.parseFloat(styleOf(of).fontSize),
  }))
  const main = sizes.find((one) => one.main)?.px ?? 0
  if (main === 0) faults.push(`nothing matches ${largest}`)
  for (const { text, px } of sizes) {
    // Numbers may be larger than words.
    if (px > main + 0.5 && !/^[A-Z]?\d+$/.test(text))
      faults.push(`“${text}” (${px} px) is larger than the state (${main} px)`)
    if (px < least) faults.push(`“${text}” (${px} px) cannot be read from afar`)
  }
  return [...new Set(faults)]
}
