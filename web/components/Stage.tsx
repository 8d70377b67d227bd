import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { Boundary } from './Boundary.tsx'
import css from './shell.module.css'
import { Waiting } from './Waiting.tsx'

/** Where pages appear, all with the same edges: waits for their code, and keeps a broken one from taking the frame down. */
export function Stage({ children }: { children: ReactNode }) {
  const [here] = useLocation()
  return (
    <div className={css['page']}>
      <Boundary key={here}>
        <Suspense fallback={<Waiting />}>{children}</Suspense>
      </Boundary>
    </div>
  )
}
