import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Loading } from './Loading.tsx'
import css from './shell.module.css'

/** Shows a loader while the page's code loads, and an error instead of a broken page. */
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
