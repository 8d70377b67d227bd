import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Redirect, useParams } from 'wouter'
import { pages } from '#contract/pages.ts'
import { api } from '#web/data/api.ts'
import { queries, type Ticket } from '#web/data/queries.ts'
import { isOpen } from '#web/lib/progress.ts'
import { useAnyUnsaved } from '#web/lib/unsaved.ts'
import { Card } from '#web/parts/Card.tsx'
import { CommentForm } from '#web/parts/CommentForm.tsx'
import { Deleted, Failed } from '#web/parts/Failed.tsx'
import { Needs } from '#web/parts/Needs.tsx'
import { NotFound } from '#web/parts/NotFound.tsx'
import { Became } from '#web/parts/owner/Became.tsx'
import { BringIt, isAwaited } from '#web/parts/owner/BringIt.tsx'
import { Details } from '#web/parts/owner/Details.tsx'
import { filedPhotos } from '#web/parts/owner/filed-photos.ts'
import { Joined } from '#web/parts/owner/Joined.tsx'
import { OwnersProgress } from '#web/parts/owner/Progress.tsx'
import { Rating } from '#web/parts/owner/Rating.tsx'
import { useOwnerWords } from '#web/parts/owner/words.ts'
import { Page } from '#web/parts/Page.tsx'
import { Story } from '#web/parts/Story.tsx'
import { Time } from '#web/parts/Time.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { Week } from '#web/parts/Week.tsx'
import { Contact } from './Contact.tsx'
import { Endings } from './Endings.tsx'
import { TellMe } from './TellMe.tsx'
import { useMineWords } from './words.ts'

/** The story of one of my tickets. */
export function TicketPage() {
  const { id = '' } = useParams()
  return <Needs who="user">{/^[1-9]\d{0,14}$/.test(id) ? <Loaded key={id} id={Number(id)} /> : <NotFound />}</Needs>
}

function Loaded({ id }: { id: number }) {
  const words = useMineWords()
  const owner = useOwnerWords()
  const ticket = useQuery(queries.tickets.info(id))
  const typing = useAnyUnsaved()
  if (ticket.isPending) return <Waiting />
  if (!ticket.data) {
    const back = (
      <Button component={Link} href={pages.myTickets} variant="default">
        {words.title}
      </Button>
    )
    return (
      <Page title={owner.number(id)}>
        <Failed error={ticket.error} retry={ticket.refetch} back={back} />
      </Page>
    )
  }
  // It was joined with another. Who is typing goes on here, as what they send goes to that one.
  if (ticket.data.id !== id && !typing)
    return <Redirect to={pages.ticket.replace(':id', String(ticket.data.id))} replace />
  return <Shown ticket={ticket.data} deleted={ticket.isError} />
}

function Shown({ ticket, deleted }: { ticket: Ticket; deleted: boolean }) {
  const words = useMineWords()
  const owner = useOwnerWords()
  const { photos, filed, notes } = filedPhotos(ticket)
  return (
    <Page
      title={`${ticket.device} ${ticket.deviceModel}`.trim()}
      about={
        <>
          {owner.number(ticket.id)} · <Time at={ticket.createdTime} />
        </>
      }
    >
      {deleted && <Deleted />}
      <Joined of={ticket} />
      <OwnersProgress of={ticket}>
        {ticket.ahead !== undefined && (
          <Text mt="md" variant="secondary">
            {words.ahead(ticket.ahead)}
          </Text>
        )}
      </OwnersProgress>
      <Became of={ticket} />
      <Rating of={ticket} send={(rating) => api.tickets.rate({ id: ticket.id, ...rating })} />
      {isAwaited(ticket) && <BringIt />}
      <TellMe ticket={ticket} />
      <Details of={ticket} photos={photos} filed={filed} />
      <Card title={owner.story}>
        <Story notes={notes} />
        <CommentForm id={ticket.id} label={owner.comment} placeholder={owner.commentAbout} rows={2} keep />
      </Card>
      <Contact ticket={ticket} />
      {isOpen(ticket) && <Week />}
      <Endings ticket={ticket} />
    </Page>
  )
}
