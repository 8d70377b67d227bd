import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { LoadError } from '#web/components/errors.tsx'
import { Form, TextField } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Printed } from '#web/components/print/Printed.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { addressWith } from '#web/lib/carried-code.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import type { Invitation } from './InviteMember.tsx'
import css from './invitation-sheet.module.css'
import { type PastedLine, parsePastedList } from './pasted-list.ts'
import { useMemberWords } from './words.ts'

export function InviteSeveral({ onDone }: { onDone: () => void }) {
  const words = useMemberWords()
  const known = useQuery(queries.members.list({ count: limits.page }))
  const [text, setText] = useState('')
  const [made, setMade] = useState<readonly Invitation[]>()
  const lines = parsePastedList(text, known.data?.list ?? [])
  const wanted = lines.filter(({ problem }) => !problem)
  const problems = lines.filter(({ problem }) => problem)
  const invite = useAction({
    work: () => api.admin.inviteMany({ members: wanted.map(({ name, stuid }) => ({ name, stuid })) }),
    onSuccess: ({ list, link }) => {
      setMade(list.map(({ name, code }) => ({ name, code, link })))
      return invalidate('members')
    },
    fields: { members: words.many.list },
  })
  if (made) return <InvitationSheet invitations={made} onDone={onDone} />
  if (known.isError) return <LoadError error={known.error} retry={known.refetch} />
  if (known.isPending) return <Loading />
  return (
    <Form
      action={invite}
      submit={words.many.create(wanted.length)}
      onSubmit={() => wanted.length > 0 && invite.submit()}
      changed={text !== ''}
      onBack={onDone}
    >
      <TextField
        action={invite}
        name="members"
        value={text}
        onText={setText}
        about={words.many.about}
        placeholder={words.many.example}
        autoComplete="off"
        rows={6}
        autoFocus
      />
      <Stack gap="xs" role="status">
        {problems.length > 0 && <LeftOut lines={problems} />}
      </Stack>
    </Form>
  )
}

function LeftOut({ lines }: { lines: readonly PastedLine[] }) {
  const words = useMemberWords()
  return (
    <>
      <Text fw={600}>{words.many.leftOut(lines.length)}</Text>
      <List listStyleType="none" spacing={4}>
        {lines.map(({ line, name, stuid, problem }) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <Text variant="secondary" flex="none">
                {words.many.line(line)}
              </Text>
              <Text span>
                {[...name].slice(0, limits.name).join('')}: {problem && words.many.problem[problem](stuid)}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </>
  )
}

function InvitationSheet({ invitations, onDone }: { invitations: readonly Invitation[]; onDone: () => void }) {
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
