import { Redirect, useSearch } from 'wouter'
import { Refused } from '#web/components/Failed.tsx'
import { Page } from '#web/components/Page.tsx'
import { useBackFromSchool } from '#web/components/sign-in/school.ts'
import { Ways } from '#web/components/sign-in/Ways.tsx'
import { useSignInWords } from '#web/components/sign-in/words.ts'
import { Waiting } from '#web/components/Waiting.tsx'
import { useMe } from '#web/data/hooks.ts'
import { landingOf, nextFrom } from '#web/lib/next.ts'

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
