import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './printed.module.css'

/**
 * What is printed in place of the page that it stands on; on the screen there is nothing of it. It stands outside of the page, which leaves the
 * paper to it alone, so there can be one at a time. `page` says how large the paper is and how wide its margins are.
 */
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
