import { Group, Stack, Text } from '@mantine/core'
import { pages } from '#contract/team/pages.ts'
import { AddressReach } from '#web/components/AddressReach.tsx'
import { LinkButton, TextLink } from '#web/components/buttons.tsx'
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
          {words.guest} <TextLink href={pages.account}>{words.toAccount}</TextLink>
        </Text>
      )}
      <Group>
        <LinkButton variant="filled" href={pages.console}>
          {words.toConsole}
        </LinkButton>
        <LinkButton href={`${pages.console}/rosters`}>{words.toRoster}</LinkButton>
      </Group>
    </>
  )
}
