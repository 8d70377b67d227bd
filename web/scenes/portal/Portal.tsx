import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { useMe, useTeam } from '../../api.ts'
import { Failed } from '../../parts/Failed.tsx'
import { Page } from '../../parts/Page.tsx'
import { usePortalWords } from '../../words/portal.ts'
import { useWords } from '../../words/shell.ts'

export function Portal() {
  const { appName } = useWords()
  const words = usePortalWords()
  const team = useTeam()
  const me = useMe()
  return (
    <Page title={team.data?.name || appName} about={words.welcome}>
      {team.isError && <Failed error={team.error} retry={team.refetch} />}
      {team.data?.needsAdmin && <NoAdmin />}
      {me.data === null && (
        <Group>
          <Button component={Link} href={pages.signIn}>
            {words.signIn}
          </Button>
          <Button component={Link} href={pages.join} variant="default">
            {words.forMembers}
          </Button>
        </Group>
      )}
    </Page>
  )
}

function NoAdmin() {
  const words = usePortalWords()
  return (
    <Paper withBorder p="lg">
      <Stack align="flex-start">
        <Title order={2} size="h4">
          {words.setUp}
        </Title>
        <Text>{words.setUpText}</Text>
        <Button component={Link} href={pages.setUp}>
          {words.startSetUp}
        </Button>
      </Stack>
    </Paper>
  )
}
