import { Redirect, useSearch } from 'wouter'
import { useMe } from '../../api.ts'
import { nextFrom } from '../../next.ts'
import { Refused } from '../../parts/Failed.tsx'
import { Page } from '../../parts/Page.tsx'
import { Waiting } from '../../parts/Waiting.tsx'
import { useSignInWords } from '../../words/sign-in.ts'
import { useBackFromSchool } from './school.ts'
import { Ways } from './Ways.tsx'

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
