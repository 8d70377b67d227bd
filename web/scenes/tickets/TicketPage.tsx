import { Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { statuses } from '#contract/codes.ts'
import { pages } from '#contract/pages.ts'
import { useCodeNames, useKindNames } from '#web/data/hooks.ts'
import { queries, type Ticket } from '#web/data/queries.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { Card } from '#web/parts/Card.tsx'
import { CommentForm } from '#web/parts/CommentForm.tsx'
import { Deleted, Failed } from '#web/parts/Failed.tsx'
import { Needs } from '#web/parts/Needs.tsx'
import { NotFound } from '#web/parts/NotFound.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Pictures } from '#web/parts/Pictures.tsx'
import { Place, usePlace } from '#web/parts/Place.tsx'
import { TicketProgress } from '#web/parts/Progress.tsx'
import { Story } from '#web/parts/Story.tsx'
import { Time } from '#web/parts/Time.tsx'
import { useTicketWords } from '#web/parts/ticket-words.ts'
import { Waiting } from '#web/parts/Waiting.tsx'
import { Week } from '#web/parts/Week.tsx'
import { Contact } from './Contact.tsx'
import { Endings } from './Endings.tsx'
import { filedPhotos } from './filed-photos.ts'
import { TellMe } from './TellMe.tsx'
import css from './ticket-page.module.css'
import { useMineWords } from './words.ts'

/** The story of one of my tickets. */
export function TicketPage() {
  const { id = '' } = useParams()
  return <Needs who="user">{/^[1-9]\d{0,14}$/.test(id) ? <Loaded key={id} id={Number(id)} /> : <NotFound />}</Needs>
}

function Loaded({ id }: { id: number }) {
  const words = useMineWords()
  const ticket = useQuery(queries.tickets.info(id))
  if (ticket.isPending) return <Waiting />
  if (!ticket.data) {
    const back = (
      <Button component={Link} href={pages.myTickets} variant="default">
        {words.title}
      </Button>
    )
    return (
      <Page title={words.number(id)}>
        <Failed error={ticket.error} retry={ticket.refetch} back={back} />
      </Page>
    )
  }
  return <Shown ticket={ticket.data} deleted={ticket.isError} />
}

function Shown({ ticket, deleted }: { ticket: Ticket; deleted: boolean }) {
  const words = useMineWords()
  const { photos, notes } = filedPhotos(ticket)
  // Until then somebody still has to come here.
  const isOpen = !ticket.isConfirmed && ticket.status !== statuses.cancelled
  return (
    <Page
      title={`${ticket.device} ${ticket.deviceModel}`.trim()}
      about={
        <>
          {words.number(ticket.id)} · <Time at={ticket.createdTime} />
        </>
      }
    >
      {deleted && <Deleted />}
      <Paper withBorder p="md" pt="lg">
        <TicketProgress of={ticket} />
        {ticket.ahead !== undefined && (
          <Text mt="md" variant="secondary">
            {words.ahead(ticket.ahead)}
          </Text>
        )}
        {ticket.workers.length > 0 && <Workers of={ticket} />}
        {isOpen && <Where />}
      </Paper>
      <TellMe ticket={ticket} />
      <Card title={words.details}>
        <Details of={ticket} photos={photos} />
      </Card>
      <Card title={words.story}>
        <Story notes={notes} />
        <CommentForm id={ticket.id} label={words.comment} placeholder={words.commentAbout} rows={2} keep />
      </Card>
      <Contact ticket={ticket} />
      {isOpen && <Week />}
      <Endings ticket={ticket} />
    </Page>
  )
}

function Workers({ of: { workers } }: { of: Ticket }) {
  const words = useMineWords()
  return (
    <Group gap="xs" mt="md">
      <Text variant="secondary">{words.workers}</Text>
      {workers.map(({ id, name, avatar }) => (
        <Group key={id} gap={6} wrap="nowrap">
          <Avatar src={avatar} name={name} size={28} />
          <Text size="sm">{name}</Text>
        </Group>
      ))}
    </Group>
  )
}

/** Where to bring the device, and where to collect it. */
function Where() {
  const words = useMineWords()
  const { text, map } = usePlace()
  if (!text && !map) return null
  return (
    <Group gap="xs" mt="md" wrap="nowrap" align="flex-start">
      <Text variant="secondary">{words.place}</Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Place />
      </Text>
    </Group>
  )
}

function Details({ of: ticket, photos }: { of: Ticket; photos: readonly string[] }) {
  const words = useMineWords()
  const { photo } = useTicketWords()
  const name = useCodeNames()
  const kindName = useKindNames()
  const things = ticket.accessories.map((code) => name('accessory', code)).join(' · ')
  return (
    <dl className={css['details']}>
      <dt>{words.device}</dt>
      <dd>{kindName(ticket)}</dd>
      {ticket.description && (
        <>
          <dt>{words.description}</dt>
          <dd className={css['text']}>{ticket.description}</dd>
        </>
      )}
      {photos.length > 0 && (
        <>
          <dt>{words.photos}</dt>
          <dd>
            <Pictures urls={photos} name={photo} />
          </dd>
        </>
      )}
      <dt>{words.accessories}</dt>
      <dd>{things || words.noAccessories}</dd>
    </dl>
  )
}
