import { Alert, Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { labels } from '#web/components/intake/intake.ts'
import { useIntakeWords } from '#web/components/intake/words.ts'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { useRefusal } from '#web/components/refusal-words.ts'
import { useMe } from '#web/data/hooks.ts'
import {
  dropVisitor,
  markRefused,
  type SentVisitor,
  useWaiting,
  type WaitingVisitor,
} from '#web/data/offline-visitors.ts'
import { sendWaiting } from '#web/data/send-offline-visitors.ts'
import { useWaitingWords } from './words.ts'

export function WaitingPage() {
  const words = useWaitingWords()
  const me = useMe()
  const { entries, sent } = useWaiting()
  return (
    <Page title={words.title} about={words.about}>
      {entries.length === 0 && <EmptyState title={words.none} icon="check" about={words.noneAbout} />}
      {entries.length > 0 && me.data === null && <Alert>{words.login}</Alert>}
      {entries.length > 0 && (
        <Rows>
          {entries.map((entry) => (
            <WaitingRow key={entry.seq} entry={entry} />
          ))}
        </Rows>
      )}
      {sent.length > 0 && (
        <Card title={words.sent}>
          <Rows>
            {sent.toReversed().map((one) => (
              <SentRow key={one.seq} one={one} />
            ))}
          </Rows>
        </Card>
      )}
    </Page>
  )
}

function WaitingRow({ entry }: { entry: WaitingVisitor }) {
  const words = useWaitingWords()
  const { seq, number, wish, at, by, photos, refusal } = entry
  const time = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const facts = [
    wish.owner,
    words.at(time),
    by === 'kiosk' && words.kiosk,
    photos.length > 0 && words.photos(photos.length),
  ]
  const again = useAction({ work: () => markRefused(seq, undefined).then(sendWaiting) })
  const away = useAction({ work: () => dropVisitor(seq) })
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={0} miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {number && `${number} · `}
            {wish.device}
          </Text>
          <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
            {facts.filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Badge flex="none" color={refusal ? 'red' : 'gray'}>
          {refusal ? words.refused : words.waits}
        </Badge>
      </Group>
      <RefusalText entry={entry} />
      {refusal && (
        <Group gap="xs">
          <LinkButton variant="filled" href={`/desk/counter?mend=${seq}`}>
            {words.mend}
          </LinkButton>
          <ActionButton action={again} variant="default">
            {words.again}
          </ActionButton>
          <ConfirmButton label={words.drop} action={away} question={words.dropQuestion} />
        </Group>
      )}
    </Stack>
  )
}

function RefusalText({ entry: { refusal } }: { entry: WaitingVisitor }) {
  const names = labels(useIntakeWords())
  const worded = useRefusal()
  if (!refusal) return null
  const failure = new Failure(refusal.status, refusal.code, refusal.message, refusal)
  return <ErrorAlert>{worded(failure, (field) => names[field] ?? field)}</ErrorAlert>
}

function SentRow({ one: { id, number, paper } }: { one: SentVisitor }) {
  const words = useWaitingWords()
  const { otherNumber } = useIntakeWords()
  return (
    <Stack gap={4}>
      <Group gap="xs">
        {number && <Text fw={600}>{number}</Text>}
        {id > 0 ? (
          <Anchor component={Link} href={`${pages.desk}/tickets/${id}`}>
            {words.ticket(id)}
          </Anchor>
        ) : (
          <Text>{words.wasSent}</Text>
        )}
      </Group>
      {paper && number && (
        <Text size="sm" c="red">
          {otherNumber(paper, number)}
        </Text>
      )}
    </Stack>
  )
}
