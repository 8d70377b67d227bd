import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { ByDemo } from './ByDemo.tsx'
import { ByGuest } from './ByGuest.tsx'
import { ByMail } from './ByMail.tsx'
import { ByOtherTab, useOtherTabs } from './ByOtherTab.tsx'
import { ByPairing } from './ByPairing.tsx'
import { BySchool } from './BySchool.tsx'
import { RememberMe } from './RememberMe.tsx'
import { useSignInWords } from './words.ts'

/**
 * The login methods of this team, for any page or dialog. `merging` offers a guest only methods that prove an
 * identity. `apart` is for a page that must stay open for a known person, so it offers no guest login.
 */
export function LoginMethods({ merging = false, apart = false }: { merging?: boolean; apart?: boolean }) {
  const words = useSignInWords()
  const team = useTeam()
  const neighbours = useOtherTabs()
  const [pairing, setPairing] = useState(false)
  if (team.isPending) return <Loading />
  if (team.isError) return <LoadError error={team.error} retry={team.refetch} />
  const { demo, guest, wechat, mail, sso } = team.data.logins
  return (
    <Stack gap="md">
      {!merging && neighbours.length > 0 && <ByOtherTab neighbours={neighbours} />}
      {sso && <BySchool apart={apart} />}
      {wechat && <ByPairing about={words.pairWechat} />}
      {mail && <ByMail />}
      {demo && !merging && <ByDemo />}
      {guest && !merging && !apart && <ByGuest />}
      <RememberMe />
      {!wechat &&
        !merging &&
        (pairing ? (
          <ByPairing about={words.pairOther} />
        ) : (
          <Button variant="subtle" onClick={() => setPairing(true)}>
            {words.pairShow}
          </Button>
        ))}
    </Stack>
  )
}
