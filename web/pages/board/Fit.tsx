import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import css from './board.module.css'
import { usePage } from './display-hooks.ts'

/**
 * Text that is never cut: its letters shrink until it fits, down to the smallest that can be read from afar, and what does
 * not fit then is shown page by page. The style sets the size as `--letters` and the smallest as `--least`.
 */
export function Fit({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState(1)
  const [text, setText] = useState('')
  const page = usePage(pages, text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other children need another size
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const fit = () => {
      setPages(shrink(element))
      setText(element.textContent)
    }
    fit()
    const observer = new ResizeObserver(fit)
    for (const one of [element, element.parentElement]) if (one) observer.observe(one)
    return () => observer.disconnect()
  }, [children])
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = page * box.current.clientWidth
  })
  return (
    <div ref={box} className={`${css['fit']} ${className}`} data-pages={pages > 1 ? pages : undefined}>
      {children}
    </div>
  )
}

/** Returns how many pages there are. */
function shrink(element: HTMLElement): number {
  const fits = (share: number) => {
    element.style.setProperty('--fit', String(share))
    // The boxes of letters are higher than their lines.
    const spare = 0.4 * Number.parseFloat(getComputedStyle(element).fontSize)
    return element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + spare
  }
  if (fits(1)) return 1
  let [small, large] = [0.2, 1]
  for (let step = 0; step < 6; step += 1) {
    const middle = (small + large) / 2
    if (fits(middle)) small = middle
    else large = middle
  }
  return fits(small) ? 1 : Math.max(1, Math.round(element.scrollWidth / element.clientWidth))
}
