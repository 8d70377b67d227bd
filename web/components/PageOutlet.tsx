import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Loading } from './Loading.tsx'
import css from './shell.module.css'

/** Where pages appear, all with the same edges: waits for their code, and keeps a broken one from taking the frame down. */
export function PageOutlet({ children }: { children: ReactNode }) {
  const [here] = useLocation()
  return (
    <div className={css['page']}>
      <ErrorBoundary key={here}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </ErrorBoundary>
    </div>
  )
}
