import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { Boundary } from './Boundary.tsx'
import { Waiting } from './Waiting.tsx'

/** Where scenes appear: waits for their code, and keeps a broken one from taking the frame down. */
export function Stage({ children }: { children: ReactNode }) {
  const [here] = useLocation()
  return (
    <Boundary key={here}>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </Boundary>
  )
}
