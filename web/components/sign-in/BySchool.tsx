import { Button } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { nextFrom, signInFor } from '#web/lib/next.ts'
import { beginAtSchool } from './school.ts'
import { useSignInWords } from './words.ts'

/** The school's login. `apart` opens a new tab, whose session this page can then take over. */
export function BySchool({ apart }: { apart: boolean }) {
  const words = useSignInWords()
  const [here] = useLocation()
  const search = useSearch()
  const next = here === pages.signIn ? nextFrom(search) : `${here}${search && `?${search}`}`
  return (
    <Card title={words.sso} about={apart && words.ssoApart}>
      {apart ? (
        <Button component="a" href={signInFor(next)} target="_blank" rel="noopener">
          {words.ssoGo}
        </Button>
      ) : (
        <Button onClick={() => beginAtSchool(next)}>{words.ssoGo}</Button>
      )}
    </Card>
  )
}
