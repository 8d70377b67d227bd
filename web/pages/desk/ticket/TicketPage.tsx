import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { Link, Redirect, useParams } from 'wouter'
import { filedPhotos } from '#client/filed-photos.ts'
import { may } from '#client/ticket.ts'
import { noteTypes, statusMeaning } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { CommentForm } from '#web/components/CommentForm.tsx'
import { DeletedAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { Page } from '#web/components/Page.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { StatusBadge } from '#web/components/Status.tsx'
import { Story } from '#web/components/Story.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useKindNames } from '#web/data/hooks.ts'
import { queries, type TicketInfo } from '#web/data/queries.ts'
import { historyState } from '#web/lib/history-state.ts'
import { useKeys } from '#web/lib/keys.ts'
import { useAnyUnsaved } from '#web/lib/unsaved.ts'
import { Duplicates, JoinedHere } from './Duplicates.tsx'
import { SimilarRepairs } from './SimilarRepairs.tsx'
import { TicketFacts } from './TicketFacts.tsx'
import { TicketMissing } from './TicketMissing.tsx'
import { TicketMoves } from './TicketMoves.tsx'
import { TicketOutcome } from './TicketOutcome.tsx'
import { TicketReceipt } from './TicketReceipt.tsx'
import { TicketWorkers } from './TicketWorkers.tsx'
import css from './ticket.module.css'
import { UnhideButton } from './UnhideButton.tsx'
import { WhereItIs } from './WhereItIs.tsx'
import { useDeskTicketWords } from './words.ts'

export function TicketPage() {
  const { id = '' } = useParams()
  const words = useDeskTicketWords()
  const query = useQuery(queries.tickets.info(Number(id)))
  const typing = useAnyUnsaved()
  if (!/^[1-9]\d{0,14}$/.test(id)) return <NotFound />
  if (query.isPending) return <Loading />
  if (!query.data) return <TicketMissing title={words.ticket(id)} query={query} />
  // Merged into another. Typed text keeps the page open, because the service redirects what is sent.
  if (query.data.id !== Number(id) && !typing)
    return <Redirect to={`${pages.desk}/tickets/${query.data.id}`} replace state={historyState()} />
  return <TicketView key={id} ticket={query.data} deleted={query.isError} />
}

function TicketView({ ticket, deleted }: { ticket: TicketInfo; deleted: boolean }) {
  const words = useDeskTicketWords()
  const kindName = useKindNames()
  useSeen(ticket)
  const { id, device, deviceModel } = ticket
  const { photos, filed, notes } = filedPhotos(ticket)
  const isOpen = !ticket.isConfirmed && statusMeaning(ticket.status).phase !== 'closed'
  const about = [kindName(ticket), deviceModel].filter(Boolean).join(' · ')
  const moves = (
    <KeepFocus key="moves">
      <Stack>
        <TicketMoves ticket={ticket} />
        <TicketOutcome ticket={ticket} />
      </Stack>
    </KeepFocus>
  )
  const where = (
    <KeepFocus key="where">
      <WhereItIs ticket={ticket} />
    </KeepFocus>
  )
  return (
    <Page title={`#${id} ${device}`} about={about} action={<TicketHeader ticket={ticket} />} back={<BackToList />}>
      {deleted && <DeletedAlert />}
      <div className={css['ticket']}>
        <div className={css['facts']}>
          <KeepFocus>
            <Stack>
              <JoinedHere ticket={ticket} />
              <TicketFacts ticket={ticket} photos={photos} filed={filed} />
            </Stack>
          </KeepFocus>
        </div>
        <div className={css['side']}>
          {/* Members who work on a ticket first receive its device. */}
          {isOpen && !ticket.here && !may(ticket, 'pick') ? [where, moves] : [moves, where]}
          <KeepFocus>
            <TicketWorkers ticket={ticket} />
          </KeepFocus>
          <KeepFocus>
            <TicketReceipt ticket={ticket} />
          </KeepFocus>
        </div>
        <div className={css['seen']}>
          <KeepFocus>
            <Stack>
              <Duplicates ticket={ticket} />
              <SimilarRepairs ticket={ticket} />
            </Stack>
          </KeepFocus>
        </div>
        <div className={css['story']}>
          <Card title={words.story}>
            <Story notes={notes} beside={(note) => note.hidden && <UnhideButton ticket={id} note={note.id} />} />
            <Divider />
            <ComposeNote id={ticket.id} folded={!isOpen} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

function TicketHeader({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  return (
    <Group gap="sm">
      <StatusBadge of={ticket} />
      <LinkButton href={`/desk/tickets/${ticket.id}/tag`} leftSection={<Icon name="printer" size={18} />}>
        {words.tag}
      </LinkButton>
      <KeyHelp />
    </Group>
  )
}

/** Marks the ticket as seen, once per new note of the owner. */
function useSeen({ id, unread = false, notes }: TicketInfo): void {
  const newest = notes.at(-1)?.id
  useEffect(() => {
    if (!unread || newest === undefined) return
    api.tickets
      .seen({ id, note: newest })
      .then(() => invalidate('tickets'))
      // It stays unread and is marked on the next visit.
      .catch(() => {})
  }, [id, unread, newest])
}

function BackToList() {
  const { backToList } = useDeskTicketWords()
  const { from } = historyState()
  const id = 'back-to-list'
  // Click the link, so that unsaved changes are asked about.
  useKeys({ u: () => document.getElementById(id)?.click() })
  const goBack = (event: MouseEvent) => {
    if (!from) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link id={id} href={from ?? pages.desk} onClick={goBack} className={css['back']}>
      <Icon name="back" size={18} />
      {backToList}
    </Link>
  )
}

type Audience = 'comment' | 'internal'

/** A comment for the owner or an internal note. The form looks different for a note. */
function ComposeNote({ id, folded }: { id: number; folded: boolean }) {
  const words = useDeskTicketWords()
  const [audience, setAudience] = useState<Audience>('comment')
  // What is being typed stays in sight when the ticket is closed meanwhile.
  const [open, setOpen] = useState(!folded)
  if (folded && !open)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.addComment}
        </Button>
      </Group>
    )
  return (
    <div className={css['compose']} data-internal={audience === 'internal'}>
      <CommentForm
        id={id}
        label={words.content[audience]}
        type={noteTypes[audience]}
        submit={words.send[audience]}
        maxLength={limits.text}
      >
        <SegmentedChoice<Audience>
          aria-label={words.audience}
          value={audience}
          onChange={setAudience}
          data={[
            { value: 'comment', label: words.comment },
            { value: 'internal', label: words.internal },
          ]}
        />
        <Text variant="secondary" role="status">
          {words.audienceAbout[audience]}
        </Text>
      </CommentForm>
    </div>
  )
}
