import { Redirect, useSearch } from 'wouter'
import { useMe } from '#web/data/hooks.ts'
import { nextFrom } from '#web/lib/next.ts'
import { Refused } from '#web/parts/Failed.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { useBackFromSchool } from './school.ts'
import { Ways } from './Ways.tsx'
import { useSignInWords } from './words.ts'

export function SignIn() {
  const words = useSignInWords()
  const me = useMe()
  const search = useSearch()
  const school = useBackFromSchool()
  if (school.waiting || me.isPending) return <Waiting />
  if (me.data) return <Redirect to={school.next ?? nextFrom(search)} replace />
  return (
    <Page title={words.title} size="xs">
      <Refused>{school.login.rest}</Refused>
      <Ways />
    </Page>
  )
}
