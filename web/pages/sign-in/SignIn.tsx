import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { useBackFromSchool } from '#web/components/sign-in/school.ts'
import { useSignInWords } from '#web/components/sign-in/words.ts'
import { useMe } from '#web/data/hooks.ts'
import { codePage, mailedCode } from '#web/lib/mailed-code.ts'
import { landingOf, nextFrom } from '#web/lib/next.ts'

export function SignIn() {
  const words = useSignInWords()
  const me = useMe()
  const search = useSearch()
  const school = useBackFromSchool()
  const [asked] = useState(() => (search === codePage ? mailedCode.read() : undefined))
  if (school.waiting || me.isPending) return <Loading />
  if (me.data) return <Redirect to={landingOf(school.next ?? asked?.next ?? nextFrom(search), me.data)} replace />
  return (
    <Page title={words.title}>
      <ErrorAlert>{school.login.formError}</ErrorAlert>
      <LoginMethods />
    </Page>
  )
}
