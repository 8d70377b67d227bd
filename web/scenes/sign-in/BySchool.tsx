import { Button } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { pages } from '#contract/pages.ts'
import { nextFrom } from '../../next.ts'
import { Card } from '../../parts/Card.tsx'
import { useSignInWords } from '../../words/sign-in.ts'
import { beginAtSchool } from './school.ts'

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
