import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { AddressReach } from '#web/components/AddressReach.tsx'
import { Card } from '#web/components/Card.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { useSetUpWords } from './words.ts'

export function SetUpDone() {
  const words = useSetUpWords()
  const me = useMe()
  const address = useTeam().data?.url ?? ''
  return (
    <>
      <Card title={words.address} about={words.addressAbout}>
        <Stack align="center" gap="xs">
          <Qr text={address} label={words.address} />
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Text>
        </Stack>
        <AddressReach address={address} />
      </Card>
      {me.data?.guest && (
        <Text>
          {words.guest}{' '}
          <Anchor component={Link} href={pages.account} underline="always">
            {words.toAccount}
          </Anchor>
        </Text>
      )}
      <Group>
        <Button component={Link} href={pages.console}>
          {words.toConsole}
        </Button>
        <Button component={Link} href={`${pages.console}/rosters`} variant="default">
          {words.toRoster}
        </Button>
      </Group>
    </>
  )
}
