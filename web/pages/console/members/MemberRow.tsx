import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Time } from '#web/components/Time.tsx'
import { useWords } from '#web/components/words.ts'
import type { Member } from '#web/data/queries.ts'
import { MemberDetails } from './MemberDetails.tsx'
import { useMemberWords } from './words.ts'

export function MemberRow({ member, open, toggle }: { member: Member; open: boolean; toggle: () => void }) {
  const shell = useWords()
  const words = useMemberWords()
  const { name, phone, stuid, role, active, linked, hasFactor, lastSeen } = member
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
              {...(active ? {} : { c: 'dimmed', td: 'line-through' })}
            >
              {name}
            </Text>
            {role === 'admin' && active && <Badge variant="light">{words.isAdmin}</Badge>}
            {!active && <Badge variant="default">{words.removed}</Badge>}
            {active && hasFactor && <Badge variant="default">{words.hasFactor}</Badge>}
            {active && !linked && <Badge variant="default">{words.notLinked}</Badge>}
          </Group>
          <Text variant="secondary">
            {lastSeen ? (
              <>
                {words.lastSeen} <Time at={lastSeen} />
              </>
            ) : (
              words.never
            )}
            {stuid && ` · ${stuid}`}
            {phone && ' · '}
            {phone && <PhoneLink phone={phone} />}
          </Text>
        </Stack>
        <Button
          variant="default"
          aria-expanded={open}
          aria-label={`${open ? shell.close : shell.edit}: ${name}`}
          onClick={toggle}
          flex="none"
        >
          {open ? shell.close : shell.edit}
        </Button>
      </Group>
      {open && <MemberDetails member={member} />}
    </Stack>
  )
}
