import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, refreshMe } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { useToken } from '#web/data/session.ts'
import { useAccountWords } from './words.ts'

/** Recent security events of the account. Renders nothing if there are none. */
export function Notices({ unseen }: { unseen: number }) {
  const words = useAccountWords()
  const token = useToken()
  const notices = useQuery({
    ...queries.me.notices(token, unseen),
    placeholderData: (before) => before,
  })
  const newest = notices.data?.list[0]?.id ?? 0
  const seen = useAction({ work: () => api.users.noticesSeen({ id: newest }), onSuccess: refreshMe })
  if (notices.isError && !notices.data) return <LoadError error={notices.error} retry={notices.refetch} />
  if (!notices.data || notices.data.list.length === 0) return null
  return (
    <KeepFocus>
      <Card id="notices" title={words.notices} about={words.noticesAbout}>
        <Rows>
          {notices.data.list.slice(0, Math.max(unseen, shown)).map(({ id, text, time, seen: known }) => (
            <Stack key={id} gap={2}>
              <Group gap="xs" align="baseline">
                <Text style={{ flex: 1 }}>{text}</Text>
                {!known && <Badge>{words.noticesNew}</Badge>}
              </Group>
              <Text variant="secondary">
                <Time at={time} />
              </Text>
            </Stack>
          ))}
        </Rows>
        <ErrorAlert>{seen.formError}</ErrorAlert>
        {unseen > 0 && (
          <>
            <Text>{words.noticesNotMe}</Text>
            <Group>
              <ActionButton action={seen} variant="default">
                {words.noticesSeen}
              </ActionButton>
            </Group>
          </>
        )}
      </Card>
    </KeepFocus>
  )
}

const shown = 5
