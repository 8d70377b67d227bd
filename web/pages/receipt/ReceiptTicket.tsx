import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { filedPhotos } from '#client/filed-photos.ts'
import { isOpen } from '#client/progress.ts'
import { benchName } from '#contract/words/bench.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Columns } from '#web/components/Columns.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { useDraftText } from '#web/components/draft-text.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Form, TextField } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { DeviceDetails } from '#web/components/owner/DeviceDetails.tsx'
import { MergedTickets } from '#web/components/owner/MergedTickets.tsx'
import { PauseNotice } from '#web/components/owner/Opening.tsx'
import { commentOnHold, OwnersProgress } from '#web/components/owner/Progress.tsx'
import { RateRepair } from '#web/components/owner/RateRepair.tsx'
import { CollectCode, isReadyToCollect, ReadyToCollect } from '#web/components/owner/ReadyToCollect.tsx'
import { RepairOutcome } from '#web/components/owner/RepairOutcome.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { Page } from '#web/components/Page.tsx'
import { TicketBookings } from '#web/components/repair-days/TicketBookings.tsx'
import { Story } from '#web/components/Story.tsx'
import { Time } from '#web/components/Time.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { WeekHours } from '#web/components/WeekHours.tsx'
import { api, invalidate } from '#web/data/api.ts'
import type { OnReceipt } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { AdoptTicket } from './AdoptTicket.tsx'
import { ForgetReceipt } from './ForgetReceipt.tsx'
import { ReceiptNotify } from './ReceiptNotify.tsx'
import css from './receipt.module.css'
import { useReceiptWords } from './words.ts'

export function ReceiptTicket({ receipt, of, beside }: { receipt: string; of: OnReceipt; beside: ReactNode }) {
  const words = useReceiptWords()
  const owner = useOwnerWords()
  const { ticket, visit, visitor } = of
  const { photos, filed, notes } = filedPhotos(ticket)
  const inQueue = visit?.state === 'waiting' || visit?.state === 'called'
  // A visitor in the queue has the device with them.
  const shown = { ...ticket, here: ticket.here || inQueue }
  return (
    <Page
      title={`${ticket.device} ${ticket.deviceModel}`.trim()}
      {...(visit?.state === 'called' ? { tab: words.turnOf(visit.number) } : {})}
      about={
        <>
          {owner.number(ticket.id)} · <Time at={ticket.createdTime} />
        </>
      }
      action={beside}
    >
      <div role="status" className="news">
        {visit && !(inQueue && isReadyToCollect(ticket)) && <QueueTurn of={visit} />}
      </div>
      <PauseNotice />
      <Columns beside={<OwnerAndHours receipt={receipt} of={of} />}>
        {isReadyToCollect(ticket) && <ReadyToCollect of={ticket} />}
        <MergedTickets of={ticket} />
        {!inQueue && <TicketBookings of={ticket} list={of.bookings} holder={{ receipt }} />}
        <OwnersProgress of={shown} quiet={inQueue || isReadyToCollect(ticket)} />
        <RepairOutcome of={ticket} />
        <RateRepair of={ticket} send={(rating) => api.receipts.rate({ receipt, ...rating })} />
        {visitor && <ReceiptNotify receipt={receipt} of={of} />}
        {!isReadyToCollect(ticket) && (isOpen(ticket) || ticket.here) && <CollectCode of={ticket} />}
        <DeviceDetails of={ticket} photos={photos} filed={filed} />
        <Card title={owner.story}>
          <Story notes={notes.filter((note) => note !== commentOnHold(ticket))} />
          {ticket.moves.some(({ action }) => action === 'addnote') && (
            <ReceiptComment receipt={receipt} id={ticket.id} />
          )}
        </Card>
      </Columns>
    </Page>
  )
}

function OwnerAndHours({ receipt, of: { ticket, until, visitor } }: { receipt: string; of: OnReceipt }) {
  const words = useReceiptWords()
  return (
    <>
      {(ticket.owner || ticket.phone) && (
        <Card title={words.contact}>
          <Text style={{ overflowWrap: 'anywhere' }}>{[ticket.owner, ticket.phone].filter(Boolean).join(' · ')}</Text>
        </Card>
      )}
      {isOpen(ticket) && <WeekHours folds />}
      {visitor && <AdoptTicket receipt={receipt} />}
      <Stack gap="xs">
        {until && (
          <Text variant="secondary">
            {words.until} <Time at={until} only="day" />
          </Text>
        )}
        <Group>
          <WithdrawTicket receipt={receipt} of={ticket} />
          <ForgetReceipt receipt={receipt} />
        </Group>
      </Stack>
    </>
  )
}

function QueueTurn({ of: { number, state, ahead, bench } }: { of: NonNullable<OnReceipt['visit']> }) {
  const words = useReceiptWords()
  const lang = useLang()
  if (state === 'served') return <Text fw={600}>{words.served(number)}</Text>
  const [title, about] = {
    waiting: [words.ahead(ahead), words.waitAbout],
    called: [words.turn, words.turnAbout(benchName(lang, bench))],
    skipped: [words.skipped, words.skippedAbout],
    gone: [words.gone, words.goneAbout],
  }[state]
  return (
    <div className={css['turn']} data-state={state}>
      <span>{words.number}</span>
      <b>{number}</b>
      <strong>{title}</strong>
      <span>{about}</span>
    </div>
  )
}

function WithdrawTicket({ receipt, of: { moves } }: { receipt: string; of: OnReceipt['ticket'] }) {
  const words = useOwnerWords()
  const cancel = useAction({
    work: () => api.receipts.cancel({ receipt }),
    toast: words.cancelled,
    onSettled: () => invalidate('receipts'),
  })
  if (!moves.some(({ action }) => action === 'cancel')) return null
  return (
    <>
      <ErrorAlert>{cancel.formError}</ErrorAlert>
      <ConfirmButton
        label={words.cancel}
        action={cancel}
        variant="subtle"
        question={words.cancelQuestion}
        confirm={words.cancelSure}
      />
    </>
  )
}

function ReceiptComment({ receipt, id }: { receipt: string; id: number }) {
  const owner = useOwnerWords()
  const words = useTicketWords()
  const [content, write] = useDraftText(`comment.${id}`)
  const comment = useIdempotentCall(api.receipts.comment)
  const send = useAction({
    work: () => comment({ receipt, content: content.trim() }),
    toast: words.sent,
    onSuccess: () => write(''),
    onSettled: () => invalidate('receipts'),
    fields: { content: owner.comment },
  })
  return (
    <Form action={send} submit={words.send} onSubmit={() => send.submit()}>
      <TextField
        action={send}
        name="content"
        value={content}
        onText={write}
        placeholder={owner.commentAbout}
        rows={2}
      />
    </Form>
  )
}
