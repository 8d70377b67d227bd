import { Redirect, useSearch } from 'wouter'
import { useMe } from '#web/data/hooks.ts'
import { landingOf, nextFrom } from '#web/lib/next.ts'
import { Refused } from '#web/parts/Failed.tsx'
import { Page } from '#web/parts/Page.tsx'
import { useBackFromSchool } from '#web/parts/sign-in/school.ts'
import { Ways } from '#web/parts/sign-in/Ways.tsx'
import { useSignInWords } from '#web/parts/sign-in/words.ts'
import { Waiting } from '#web/parts/Waiting.tsx'

export function SignIn() {
  const words = useSignInWords()
  const me = useMe()
  const search = useSearch()
  const school = useBackFromSchool()
  if (school.waiting || me.isPending) return <Waiting />
  if (me.data) return <Redirect to={landingOf(school.next ?? nextFrom(search), me.data)} replace />
  return (
    <Page title={words.title}>
      <Refused>{school.login.rest}</Refused>
      <Ways />
    </Page>
  )
}
