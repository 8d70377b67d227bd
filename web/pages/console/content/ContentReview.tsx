import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { isHidden } from '#contract/content/content.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Page } from '#web/components/Page.tsx'
import { Pictures } from '#web/components/Pictures.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { type ContentLook, queries } from '#web/data/queries.ts'
import { PagedRows } from '#web/pages/console/PagedRows.tsx'
import { useContentWords } from './words.ts'

export function ContentReview() {
  const words = useContentWords()
  return (
    <Page title={words.title} about={words.about}>
      <KeepFocus>
        <PagedRows query={queries.content.list} empty={{ title: words.none, icon: 'search', about: words.noneAbout }}>
          {(look) => <ReviewRow key={look.id} look={look} />}
        </PagedRows>
      </KeepFocus>
    </Page>
  )
}

function ReviewRow({ look }: { look: ContentLook }) {
  const words = useContentWords()
  const { id, kind, why, ticket, text, picture, held, createdTime } = look
  const by = look.by || words.anonymous
  const decide = useAction({
    work: (fine: boolean) => api.content.decide({ id, fine }),
    toast: (_, fine) => (fine ? words.passed : isHidden(kind) ? words.hidden : words.removed),
    onSettled: () => invalidate('content', 'tickets', 'feedback'),
  })
  const what = `${words.kinds[kind]} ${ticket > 0 ? words.onTicket(ticket) : by}`
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge>{words.kinds[kind]}</Badge>
          <Text fw={600} {...(look.by ? {} : { c: 'dimmed' })}>
            {by}
          </Text>
          {ticket > 0 && (
            <Anchor component={Link} href={`${pages.desk}/tickets/${ticket}`}>
              {words.onTicket(ticket)}
            </Anchor>
          )}
        </Group>
        <Text variant="secondary">
          <Time at={createdTime} />
        </Text>
      </Group>
      <Text variant="secondary">{held ? `${words.reasons[why]} · ${words.held}` : words.reasons[why]}</Text>
      {text && <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>}
      {picture && <Pictures urls={[picture]} name={() => words.picture(by)} />}
      <ErrorAlert>{decide.formError}</ErrorAlert>
      <Group gap="xs">
        <Button
          variant="light"
          loading={decide.busy}
          aria-label={words.fineOf(what)}
          onClick={() => decide.submit(true)}
        >
          {words.fine}
        </Button>
        <ConfirmButton
          label={words.notFine}
          aria-label={words.notFineOf(what)}
          question={words.consequence[kind]}
          action={{ busy: decide.busy, submit: () => decide.submit(false) }}
        />
      </Group>
    </Stack>
  )
}
