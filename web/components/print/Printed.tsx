import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './printed.module.css'

/** Printed instead of the page, whose root is hidden, so there can be one at a time. `page` is the CSS of `@page`. */
export function Printed({ page, children }: { page: string; children: ReactNode }) {
  return (
    <>
      <style>{`@page { ${page} } @media print { #root { display: none } :root[data-mantine-color-scheme] body { background: none } }`}</style>
      {createPortal(
        <div className={css['sheet']} aria-hidden="true">
          {children}
        </div>,
        document.body,
      )}
    </>
  )
}
