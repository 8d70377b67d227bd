import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { Time } from '#web/components/Time.tsx'
import { useSecurityWords } from '#web/components/words.ts'
import { api, invalidate, refreshMe } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'

type Session = Awaited<ReturnType<typeof api.sessions.list>>['list'][number]

const most = 5

export function Sessions() {
  const words = useSecurityWords()
  const sessions = useQuery(queries.sessions.list())
  const end = useAction({
    work: (which: { id?: string; others?: boolean }) => api.sessions.end(which),
    toast: words.ended,
    onSuccess: async () => {
      await invalidate('sessions')
      await refreshMe()
    },
  })
  const [all, setAll] = useState(false)
  const known = sessions.data?.list ?? []
  const list = [...known.filter(({ current }) => current), ...known.filter(({ current }) => !current)]
  return (
    <Card title={words.sessions} about={words.sessionsAbout}>
      {sessions.isError && <LoadError error={sessions.error} retry={sessions.refetch} />}
      {sessions.isPending && <Loading />}
      {list.length > 0 && (
        <Rows>
          {list.slice(0, all ? list.length : most).map((session) => (
            <SessionRow key={session.id} session={session} end={() => end.submit({ id: session.id })} busy={end.busy} />
          ))}
        </Rows>
      )}
      <ErrorAlert>{end.formError}</ErrorAlert>
      {list.length > 1 && (
        <Group>
          {list.length > most && !all && (
            <Button variant="default" onClick={() => setAll(true)}>
              {words.allSessions}
            </Button>
          )}
          <ConfirmButton
            label={words.endOthers}
            action={{ ...end, submit: () => end.submit({ others: true }) }}
            question={words.endOthersQuestion}
          />
        </Group>
      )}
    </Card>
  )
}

function SessionRow({ session, end, busy }: { session: Session; end: () => void; busy: boolean }) {
  const words = useSecurityWords()
  const { device, login, proof, createdTime, usedTime, current, own, member } = session
  const name = device || words.unknownDevice
  const by = words.logins[login]
  const details = [by && words.how(by), words.proofs[proof]].filter(Boolean)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {current && <Badge>{words.thisDevice}</Badge>}
          {member && <Badge variant="default">{words.asMember}</Badge>}
        </Group>
        {!own && <Text size="sm">{words.somebodyElse}</Text>}
        {!current && (
          <Text size="sm">
            <Lead text={words.used}>
              <Time at={usedTime} />
            </Lead>
          </Text>
        )}
        <Text variant="secondary">
          {words.since} <Time at={createdTime} /> {details.join(' · ')}
        </Text>
      </Stack>
      {!current && (
        <Button variant="default" aria-label={words.endOf(name)} onClick={end} loading={busy} flex="none">
          {words.end}
        </Button>
      )}
    </Group>
  )
}
