import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { usePage } from './display-hooks.ts'
import { Fit } from './Fit.tsx'
import { layoutOf } from './paging.ts'
import css from './panels.module.css'

interface Props {
  title: string
  /** Text behind the last number. */
  more?: string
  beside?: string
  numbers: readonly { readonly number: string; readonly about?: string }[]
  /** The room of a cell beside its digits, and its height, in its letters. */
  cell: { readonly width: number; readonly height: number }
  sizes: readonly number[]
  /** Another value begins with the first page. */
  from?: string
}

/** A digit of any font is narrower than this. */
const digitWidth = 0.62

/** Numbers as large as their panel allows; if they are many, they take turns. */
export function PagedNumbers({ title, more = '', beside = '', numbers, cell, sizes, from }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      // The list's own letters are a hundredth of the display.
      const unit = Number.parseFloat(getComputedStyle(element).fontSize)
      setRoom({ width: element.clientWidth / unit, height: element.clientHeight / unit })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const digits = Math.max(3, ...numbers.map(({ number }) => number.length))
  const width = cell.width + digits * digitWidth
  const { size, columns, rows, pages } = layoutOf(room, { width, height: cell.height }, sizes, numbers.length)
  const page = usePage(pages, from)
  const each = columns * rows
  const style = { '--size': size, '--columns': columns, '--rows': rows } as CSSProperties
  return (
    <>
      <h2 className={css['heading']}>
        {title}
        {pages > 1 && <span>{`${page + 1}/${pages}`}</span>}
        {page === pages - 1 && more && <span>{more}</span>}
        {beside && <b>{beside}</b>}
      </h2>
      <ul ref={list} className={css['numbers']} style={style}>
        {numbers.slice(page * each, page * each + each).map(({ number, about }, i) => (
          <li key={number} data-first={page + i === 0}>
            <span>{number}</span>
            {about && (
              <Fit>
                <p>{about}</p>
              </Fit>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
