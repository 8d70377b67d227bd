import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { filedPhotos } from '#client/filed-photos.ts'
import { isOpen } from '#client/progress.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { CommentForm } from '#web/components/CommentForm.tsx'
import { DeletedAlert, LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { DeviceDetails } from '#web/components/owner/DeviceDetails.tsx'
import { JoinedTickets } from '#web/components/owner/JoinedTickets.tsx'
import { OwnersProgress } from '#web/components/owner/Progress.tsx'
import { RateRepair } from '#web/components/owner/RateRepair.tsx'
import { RepairOutcome } from '#web/components/owner/RepairOutcome.tsx'
import { isDeviceAwaited, WhereToBring } from '#web/components/owner/WhereToBring.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { Page } from '#web/components/Page.tsx'
import { RequireRole } from '#web/components/RequireRole.tsx'
import { Story } from '#web/components/Story.tsx'
import { Time } from '#web/components/Time.tsx'
import { WeekHours } from '#web/components/WeekHours.tsx'
import { api } from '#web/data/api.ts'
import { queries, type TicketInfo } from '#web/data/queries.ts'
import { useAnyUnsaved } from '#web/lib/unsaved.ts'
import { ContactCard } from './ContactCard.tsx'
import { NotifyOwner } from './NotifyOwner.tsx'
import { OwnerMoves } from './OwnerMoves.tsx'
import { useMineWords } from './words.ts'

export function MyTicketPage() {
  const { id = '' } = useParams()
  return (
    <RequireRole who="user">
      {/^[1-9]\d{0,14}$/.test(id) ? <LoadedTicket key={id} id={Number(id)} /> : <NotFound />}
    </RequireRole>
  )
}

function LoadedTicket({ id }: { id: number }) {
  const words = useMineWords()
  const owner = useOwnerWords()
  const ticket = useQuery(queries.tickets.info(id))
  const typing = useAnyUnsaved()
  if (ticket.isPending) return <Loading />
  if (!ticket.data) {
    const back = <LinkButton href={pages.myTickets}>{words.title}</LinkButton>
    return (
      <Page title={owner.number(id)}>
        <LoadError error={ticket.error} retry={ticket.refetch} back={back} />
      </Page>
    )
  }
  // The ticket was merged into another. While something is typed the page stays, because the service redirects what
  // is sent.
  if (ticket.data.id !== id && !typing)
    return <Redirect to={pages.ticket.replace(':id', String(ticket.data.id))} replace />
  return <TicketView ticket={ticket.data} deleted={ticket.isError} />
}

function TicketView({ ticket, deleted }: { ticket: TicketInfo; deleted: boolean }) {
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
      {deleted && <DeletedAlert />}
      <JoinedTickets of={ticket} />
      <OwnersProgress of={ticket}>
        {ticket.ahead !== undefined && (
          <Text mt="md" variant="secondary">
            {words.ahead(ticket.ahead)}
          </Text>
        )}
      </OwnersProgress>
      <RepairOutcome of={ticket} />
      <RateRepair of={ticket} send={(rating) => api.tickets.rate({ id: ticket.id, ...rating })} />
      {isDeviceAwaited(ticket) && <WhereToBring />}
      <NotifyOwner ticket={ticket} />
      <DeviceDetails of={ticket} photos={photos} filed={filed} />
      <Card title={owner.story}>
        <Story notes={notes} />
        <CommentForm id={ticket.id} label={owner.comment} placeholder={owner.commentAbout} rows={2} keep />
      </Card>
      <ContactCard ticket={ticket} />
      {isOpen(ticket) && <WeekHours />}
      <OwnerMoves ticket={ticket} />
    </Page>
  )
}
