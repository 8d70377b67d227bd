import { Button } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { pages } from '#contract/pages.ts'
import { nextFrom } from '#web/lib/next.ts'
import { Card } from '#web/parts/Card.tsx'
import { beginAtSchool } from './school.ts'
import { useSignInWords } from './words.ts'

/** The school's own login; it leads back to this page, or to where this page was to lead. */
export function BySchool() {
  const words = useSignInWords()
  const [here] = useLocation()
  const search = useSearch()
  const next = here === pages.signIn ? nextFrom(search) : `${here}${search && `?${search}`}`
  return (
    <Card title={words.sso}>
      <Button onClick={() => beginAtSchool(next)}>{words.ssoGo}</Button>
    </Card>
  )
}
