import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { filedPhotos } from '#client/filed-photos.ts'
import { isOpen } from '#client/progress.ts'
import { Failure } from '#contract/client.ts'
import { statusMeaning } from '#contract/codes.ts'
import { choicesPage, pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton, TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { Columns } from '#web/components/Columns.tsx'
import { CommentForm } from '#web/components/CommentForm.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { DeletedAlert, ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { BrowserNotifications, canNotifyHere } from '#web/components/messages/BrowserNotifications.tsx'
import { MailAddress } from '#web/components/messages/MailAddress.tsx'
import {
  type ChannelsOfKind,
  hasChannels,
  maskAddress,
  type Notify,
  reachedBy,
} from '#web/components/messages/notify.ts'
import { NotFound } from '#web/components/NotFound.tsx'
import { DeviceDetails } from '#web/components/owner/DeviceDetails.tsx'
import { MergedTickets } from '#web/components/owner/MergedTickets.tsx'
import { PauseNotice } from '#web/components/owner/Opening.tsx'
import { commentOnHold, OwnersProgress } from '#web/components/owner/Progress.tsx'
import { RateRepair } from '#web/components/owner/RateRepair.tsx'
import { isReadyToCollect, ReadyToCollect } from '#web/components/owner/ReadyToCollect.tsx'
import { RepairOutcome } from '#web/components/owner/RepairOutcome.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { RequireRole } from '#web/components/RequireRole.tsx'
import { MyTicketBookings } from '#web/components/repair-days/TicketBookings.tsx'
import { Story } from '#web/components/Story.tsx'
import { Time } from '#web/components/Time.tsx'
import { WeekHours } from '#web/components/WeekHours.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries, type TicketInfo } from '#web/data/queries.ts'
import { useAnyUnsaved } from '#web/lib/unsaved.ts'
import { ContactCard } from './ContactCard.tsx'
import { NotMyTicket } from './NotMyTicket.tsx'
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
  if (ticket.error instanceof Failure && ticket.error.status === 404 && !ticket.data) return <NotMyTicket />
  if (!ticket.data) {
    const back = <LinkButton href={pages.myTickets}>{words.title}</LinkButton>
    return <FailedPage title={owner.number(id)} query={ticket} back={back} />
  }
  // Merged into another. Typed text keeps the page open, because the service redirects what is sent.
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
      <Columns
        beside={
          <>
            <ContactCard ticket={ticket} />
            {isOpen(ticket) && <WeekHours folds />}
            <OwnerMoves ticket={ticket} />
          </>
        }
      >
        {isOpen(ticket) && <PauseNotice />}
        {isReadyToCollect(ticket) && <ReadyToCollect of={ticket} />}
        <MergedTickets of={ticket} />
        {ticket.moves.some(({ action }) => action === 'contact') && <MyTicketBookings of={ticket} />}
        <OwnersProgress of={ticket} quiet={isReadyToCollect(ticket)}>
          {ticket.here && ticket.ahead !== undefined && <Text variant="secondary">{words.ahead(ticket.ahead)}</Text>}
        </OwnersProgress>
        <RepairOutcome of={ticket} />
        <RateRepair of={ticket} send={(rating) => api.tickets.rate({ id: ticket.id, ...rating })} />
        <NotifyOwner ticket={ticket} />
        <DeviceDetails of={ticket} photos={photos} filed={filed} />
        <Card title={owner.story}>
          <Story notes={notes.filter((note) => note !== commentOnHold(ticket))} />
          <CommentForm id={ticket.id} label={owner.comment} placeholder={owner.commentAbout} rows={2} keep />
        </Card>
      </Columns>
    </Page>
  )
}

function OwnerMoves({ ticket: { id, moves } }: { ticket: TicketInfo }) {
  const words = useMineWords()
  const owner = useOwnerWords()
  const onSuccess = () => invalidate('tickets')
  const cancel = useAction({ work: () => api.tickets.cancel({ id }), toast: owner.cancelled, onSuccess })
  const retrieve = useAction({ work: () => api.tickets.retrieve({ id }), toast: words.retrieved, onSuccess })
  const may = (action: string) => moves.some((move) => move.action === action)
  if (!may('cancel') && !may('retrieve')) return null
  return (
    <>
      <ErrorAlert>{cancel.formError ?? retrieve.formError}</ErrorAlert>
      <Group>
        {may('retrieve') && (
          <ConfirmButton label={words.retrieve} action={retrieve} color="teal" question={words.retrieveQuestion} />
        )}
        {may('cancel') && (
          <ConfirmButton
            label={owner.cancel}
            action={cancel}
            variant="subtle"
            question={owner.cancelQuestion}
            confirm={owner.cancelSure}
          />
        )}
      </Group>
    </>
  )
}

/** How the owner is notified, and how to change that. Hidden once nothing is left to wait for. */
function NotifyOwner({ ticket }: { ticket: TicketInfo }) {
  const isOwner = ticket.moves.some(({ action }) => action === 'contact')
  const waits = isOwner && ['unclaimed', 'in_work'].includes(statusMeaning(ticket.status).phase)
  const notify = useQuery({ ...queries.notify.choices(), enabled: waits })
  if (!waits || !notify.data || !hasChannels(notify.data)) return null
  const reached = reachedBy(notify.data, 'ready')
  const here = reached.how === 'not_yet' && reached.push && notify.data.push !== null && canNotifyHere(notify.data.push)
  if (reached.how === 'not_yet' && !reached.mail && !here && !reached.wechat) return null
  return (
    <KeepFocus>
      <NotifyChoices notify={notify.data} reached={reached} here={here} />
    </KeepFocus>
  )
}

function NotifyChoices({ notify, reached, here }: { notify: Notify; reached: ChannelsOfKind; here: boolean }) {
  const { tell: words } = useMineWords()
  if (reached.how === 'not_yet') {
    const { mail, push } = notify
    return (
      <Card title={words.title} about={words.offer}>
        {reached.mail && mail && <MailAddress mail={mail} />}
        {here && push && <BrowserNotifications of={push} />}
        {reached.wechat && <Text size="sm">{words.inWechat}</Text>}
      </Card>
    )
  }
  const ways =
    reached.how === 'by'
      ? [
          reached.mail && words.mail(maskAddress(reached.mail)),
          reached.push && words.push,
          reached.wechat && words.wechat,
        ]
      : []
  return (
    <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
      <Lead text={reached.how === 'off' ? words.off : words.by(ways.filter(Boolean).join(words.and))}>
        <TextLink href={choicesPage.address} inherit>
          {words.choices}
        </TextLink>
      </Lead>
    </Text>
  )
}
