import { Button, Group } from '@mantine/core'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { Page } from '#web/components/Page.tsx'
import { useMe } from '#web/data/hooks.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { signInFor } from '#web/lib/next.ts'
import { useMineWords } from './words.ts'

/** A link to a ticket of another account leads to the login for that account, and then to the ticket. */
export function NotMyTicket() {
  const words = useOwnerWords()
  const { title } = useMineWords()
  const me = useMe()
  const [here, go] = useLocation()
  const change = useAction({
    work: revokeSession,
    onSuccess: () => {
      forgetSessionInAllTabs()
      go(signInFor(here))
    },
  })
  const other = me.data?.guest ? (
    // A guest who logs out loses their own tickets. The account page takes them along.
    <LinkButton variant="filled" href={pages.account}>
      {words.notYoursDo}
    </LinkButton>
  ) : (
    <Button onClick={() => change.submit()} loading={change.busy}>
      {words.notYoursDo}
    </Button>
  )
  return (
    <Page title={words.notYours}>
      <EmptyState
        icon="compass"
        about={words.notYoursAbout}
        action={
          <Group justify="center">
            {other}
            <LinkButton href={pages.myTickets}>{title}</LinkButton>
          </Group>
        }
      />
    </Page>
  )
}
