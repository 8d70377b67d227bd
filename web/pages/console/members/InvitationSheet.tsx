import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/components/Icon.tsx'
import { Printed } from '#web/components/print/Printed.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useWords } from '#web/components/words.ts'
import { useTeam } from '#web/data/hooks.ts'
import { addressWith } from '#web/lib/carried-code.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import type { Invitation } from './InviteMember.tsx'
import css from './invitation-sheet.module.css'
import { useMemberWords } from './words.ts'

export function InvitationSheet({ invitations, onDone }: { invitations: readonly Invitation[]; onDone: () => void }) {
  const words = useMemberWords()
  const [printed, setPrinted] = useState(false)
  useUnsaved(!printed)
  const print = () => {
    window.print()
    setPrinted(true)
  }
  return (
    <Stack>
      <Text role="status">{words.many.made(invitations.length)}</Text>
      <Group>
        <Button leftSection={<Icon name="printer" size={18} />} onClick={print} autoFocus>
          {words.many.print}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
      <Cards invitations={invitations} className={css['preview']} />
      <Printed page="size: A4; margin: 10mm">
        <Cards invitations={invitations} className={css['sheet']} />
      </Printed>
    </Stack>
  )
}

function Cards({ invitations, className }: { invitations: readonly Invitation[]; className: string | undefined }) {
  const { appName } = useWords()
  const words = useMemberWords()
  const team = useTeam()
  return (
    <ul className={className}>
      {invitations.map(({ name, code, link }) => (
        <li key={name} className={css['card']}>
          <span className={css['small']}>{team.data?.name || appName}</span>
          <strong>{name}</strong>
          <Qr text={addressWith(link, code)} label={words.codeFor(name)} size={150} />
          <code>{code}</code>
          <span className={css['small']}>{words.codeHow(link)}</span>
        </li>
      ))}
    </ul>
  )
}
