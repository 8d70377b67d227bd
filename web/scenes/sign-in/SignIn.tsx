import { Redirect, useSearch } from 'wouter'
import { useMe } from '../../api.ts'
import { nextFrom } from '../../next.ts'
import { Page } from '../../parts/Page.tsx'
import { useSignInWords } from '../../words/sign-in.ts'
import { Ways } from './Ways.tsx'

export function SignIn() {
  const words = useSignInWords()
  const me = useMe()
  const search = useSearch()
  if (me.data) return <Redirect to={nextFrom(search)} replace />
  return (
    <Page title={words.title} size="xs">
      <Ways />
    </Page>
  )
}
