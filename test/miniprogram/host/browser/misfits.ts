/** Elements that a finger taps. A checkbox or radio is tapped together with its label. */
const tapped = 'mp-button, mp-picker, mp-image[role=button], view[role=link], label, mp-switch'
/** Elements that text must not overflow. */
const around = 'mp-button, mp-picker, label, .badge, .field, .card, .mp-page'
/** A finger needs 44 px, of which rounding may take some. */
const finger = 43.5

/** Finds elements of the shown page, or of the dialog above it, that are cut off, overlap, are too small or cannot be reached. */
export function misfits(width: number): string[] {
  const shown = document.querySelector<HTMLElement>('main:not([hidden])')
  if (!shown) return ['no page is shown']
  const root = shown.querySelector<HTMLElement>('.privacy-box') ?? shown
  const before = scrollY
  // Sticky elements may cover others.
  scrollTo(0, 0)
  const targets = [...root.querySelectorAll<HTMLElement>(tapped)].filter(
    (one) => one.checkVisibility() && !one.parentElement?.closest('label'),
  )
  const texts = textsIn(root)
  const found = [
    ...wider(width),
    ...targets.filter(isSmall).map((one) => `small: ${nameOf(one)}`),
    ...[...root.querySelectorAll<HTMLElement>('*')].filter(isCut).map((one) => `cut off: ${nameOf(one)}`),
    ...texts.filter(sticksOut).map(({ text }) => `sticks out: ${text}`),
    ...covered(texts, targets),
    ...[...root.querySelectorAll<HTMLElement>('mp-input')].filter(isLow).map((one) => `low: ${nameOf(one)}`),
    ...[...root.querySelectorAll<HTMLElement>('.button')].filter(isNarrow).map((one) => `narrow: ${nameOf(one)}`),
    ...targets.filter(isOutOfReach).map((one) => `out of reach: ${nameOf(one)}`),
  ]
  scrollTo(0, before)
  return [...new Set(found)]
}

const nameOf = (one: Element) => (one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '').slice(0, 40)
const px = (of: Element, property: string) => Number.parseFloat(getComputedStyle(of).getPropertyValue(property))

function wider(width: number): string[] {
  const { scrollWidth } = document.documentElement
  return scrollWidth === width ? [] : [`the page is ${scrollWidth} px wide`]
}

function isSmall(one: HTMLElement): boolean {
  // WeChat fixes the size of a switch, and its whole line can be tapped.
  const { width, height } = (one.matches('mp-switch') ? (one.parentElement ?? one) : one).getBoundingClientRect()
  return Math.min(width, height) < finger
}

/** Shortened by dots at the end, on purpose. */
function isShortened(one: Element): boolean {
  const { webkitLineClamp, textOverflow } = getComputedStyle(one)
  return webkitLineClamp !== 'none' || textOverflow === 'ellipsis'
}

function isCut(one: HTMLElement): boolean {
  if (getComputedStyle(one).overflowX === 'visible' || one.matches('.mp-inner, .mp-picker, mp-image')) return false
  if (isShortened(one)) return false
  return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
}

/** Fields that are lower than the letters in them. */
function isLow(one: HTMLElement): boolean {
  const inner = one.querySelector('.mp-inner') ?? one
  return inner.clientHeight < 1.4 * px(inner, 'font-size')
}

/** Buttons that do not fill their row. */
function isNarrow(one: HTMLElement): boolean {
  const parent = one.parentElement ?? one
  const room = parent.clientWidth - px(parent, 'padding-left') - px(parent, 'padding-right')
  return getComputedStyle(parent).display !== 'flex' && one.offsetWidth < room - 1
}

function isOutOfReach(one: HTMLElement): boolean {
  one.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = one.getBoundingClientRect()
  const there = document.elementsFromPoint(left + width / 2, top + height / 2)
  // A toast disappears by itself.
  const first = there.find((found) => !found.matches('.mp-toast'))
  return !first || !one.contains(first)
}

interface Text {
  readonly text: string
  readonly of: HTMLElement
  readonly boxes: readonly DOMRect[]
}

function textsIn(root: HTMLElement): Text[] {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const of = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!of?.checkVisibility({ opacityProperty: true }) || text === '' || of.matches('option')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()]
    texts.push({
      text: text.slice(0, 40),
      of,
      boxes: isShortened(of) ? within(of.getBoundingClientRect(), boxes) : boxes,
    })
  }
  return texts
}

/** The visible parts of these boxes. */
const within = ({ right, bottom }: DOMRect, boxes: readonly DOMRect[]) =>
  boxes
    .filter((box) => box.top < bottom - 1)
    .map((box) => new DOMRect(box.left, box.top, Math.min(box.right, right) - box.left, box.height))

function sticksOut({ of, boxes }: Text): boolean {
  const box = of.closest(around)?.getBoundingClientRect()
  return box !== undefined && boxes.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)
}

const meet = (a: DOMRect, b: DOMRect) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1

/** Texts that overlap each other, and tappable elements that overlap a text or each other. */
function covered(texts: readonly Text[], targets: readonly HTMLElement[]): string[] {
  const found: string[] = []
  const boxes = targets.map((one) => ({ one, box: one.getBoundingClientRect() }))
  texts.forEach(({ text, of, boxes: own }, at) => {
    for (const other of texts.slice(at + 1))
      if (own.some((a) => other.boxes.some((b) => meet(a, b)))) found.push(`on each other: ${text}, ${other.text}`)
    for (const { one, box } of boxes)
      if (!one.contains(of) && own.some((a) => meet(a, box))) found.push(`on each other: ${text}, ${nameOf(one)}`)
  })
  boxes.forEach(({ one, box }, at) => {
    for (const other of boxes.slice(at + 1))
      if (!one.contains(other.one) && meet(box, other.box))
        found.push(`on each other: ${nameOf(one)}, ${nameOf(other.one)}`)
  })
  return found
}
