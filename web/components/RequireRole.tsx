import { Button, Group, Text } from '@mantine/core'
import { type ComponentType, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { becomeMember, refreshMe } from '#web/data/api.ts'
import { type Me, useMe } from '#web/data/hooks.ts'
import { type HeldRole, useKeepOnExpiry } from '#web/data/session-expired.ts'
import { atDesk } from '#web/lib/at-desk.ts'
import { joinFor, signInFor } from '#web/lib/next.ts'
import { useAction } from './action.ts'
import { ErrorAlert, LoadError } from './errors.tsx'
import { Loading } from './Loading.tsx'
import { Page } from './Page.tsx'
import { useWords } from './words.ts'

interface Props {
  who: HeldRole
  offline?: boolean
  children: ReactNode
}

/** Leads others to the login. Members of this browser see `offline` pages also without an answer of the service. */
export function RequireRole({ who, offline = false, children }: Props) {
  const me = useMe()
  useKeepOnExpiry(who)
  const [here] = useLocation()
  const isMember = me.data?.member !== null && me.data?.member !== undefined
  useEffect(() => {
    if (isMember) atDesk.set('yes')
  }, [isMember])
  const [unasked, setUnasked] = useState(false)
  // Stays true during later requests: the page may hold typed text.
  if (!unasked && me.data === undefined && (me.isError || me.isPaused)) setUnasked(true)
  // Rendering in pieces keeps a cheap phone responsive.
  const ready = useDeferredValue(!me.isPending)
  if (offline && unasked && me.data === undefined && atDesk.get() !== undefined) return children
  if (me.isPending || !ready) return <Loading />
  if (me.isError) return <LoadError error={me.error} retry={me.refetch} />
  if (!me.data) return <Redirect to={signInFor(here)} replace />
  if (hasRole(me.data, who)) return children
  return me.data.member ? <AdminsOnly /> : <MembersOnly linked={me.data.linked} />
}

export const hasRole = ({ member }: Me, who: HeldRole): boolean =>
  who === 'user' || (member !== null && (who === 'member' || member.admin))

/** Wraps a page in `RequireRole`. */
export const forRole = (who: HeldRole, Content: ComponentType) => () => (
  <RequireRole who={who}>
    <Content />
  </RequireRole>
)

function MembersOnly({ linked }: { linked: boolean }) {
  const { needs } = useWords()
  const [here] = useLocation()
  const goOn = useAction({
    work: () => becomeMember({ code: '' }),
    onSuccess: refreshMe,
    skipReauth: true,
  })
  return (
    <Page title={needs.membersOnly}>
      <Text>{needs.membersOnlyText}</Text>
      <ErrorAlert>{goOn.formError}</ErrorAlert>
      <Group>
        {linked && (
          <Button onClick={() => goOn.submit()} loading={goOn.busy}>
            {needs.goOn}
          </Button>
        )}
        <Button component={Link} href={joinFor(here)} variant={linked ? 'default' : 'filled'}>
          {needs.join}
        </Button>
      </Group>
    </Page>
  )
}

function AdminsOnly() {
  const { needs } = useWords()
  return (
    <Page title={needs.adminsOnly}>
      <Text>{needs.adminsOnlyText}</Text>
      <Group>
        <Button component={Link} href={pages.desk}>
          {needs.toDesk}
        </Button>
      </Group>
    </Page>
  )
}
