import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/team/pages.ts'
import { useConnected } from '#web/data/connection.ts'
import { useMe } from '#web/data/hooks.ts'
import { type QueuedTicket, readQueue, removeTicket, useQueue } from '#web/data/offline-tickets.ts'
import { belongsTo, useArrivedTicket, waitsForOwner } from '#web/data/send-offline-tickets.ts'
import { signInFor } from '#web/lib/next.ts'
import { useErrorText } from './action.ts'
import { LinkButton } from './buttons.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { useQueuedWords } from './queued-words.ts'
import { showToast } from './toast-list.ts'

export function useOwnQueue(): readonly QueuedTicket[] {
  const me = useMe().data
  useEffect(() => void readQueue(), [])
  return useQueue().filter((ticket) => belongsTo(ticket, me?.id))
}

/** Finished tickets that wait in this browser. `follow` opens one once it has arrived. */
export function QueuedTickets({ follow = false, edit }: { follow?: boolean; edit?: (ticket: QueuedTicket) => void }) {
  const words = useQueuedWords()
  const queue = useOwnQueue()
  const arrived = useArrivedTicket()
  const [before] = useState(arrived)
  const [, go] = useLocation()
  const tell = useEffectEvent((id: string | null) => {
    showToast(words.arrived)
    if (follow) go(id === null ? pages.myTickets : pages.ticket.replace(':id', id))
  })
  useEffect(() => {
    if (arrived && arrived !== before) tell(arrived.id)
  }, [arrived, before])
  return queue.map((ticket) => <QueuedCard key={ticket.draft.key} of={ticket} edit={edit} />)
}

function QueuedCard({ of: ticket, edit }: { of: QueuedTicket; edit: ((ticket: QueuedTicket) => void) | undefined }) {
  const words = useQueuedWords()
  const { draft, photos } = ticket
  const name = `${draft.device} ${draft.deviceModel}`.trim()
  const stopped = waitsForOwner(ticket)
  const discard = { busy: false, submit: () => void removeTicket(draft.key) }
  return (
    <Paper component="section" withBorder p="md" aria-label={name}>
      <Stack gap="sm" align="flex-start">
        <div>
          <Title style={{ overflowWrap: 'anywhere' }}>{name}</Title>
          {photos.length > 0 && <Text variant="secondary">{words.photos(photos.length)}</Text>}
        </div>
        <div role="status">
          <QueueState of={ticket} />
        </div>
        <Group gap="xs">
          <LogInToSend of={ticket} />
          {edit ? (
            <Button variant="default" onClick={() => edit(ticket)}>
              {words.edit}
            </Button>
          ) : (
            stopped && <LinkButton href={pages.newTicket}>{words.look}</LinkButton>
          )}
          <ConfirmButton label={words.discard} action={discard} variant="subtle" question={words.discardQuestion} />
        </Group>
      </Stack>
    </Paper>
  )
}

const needsLogin = (ticket: QueuedTicket, loggedIn: boolean) => !loggedIn && !ticket.asGuest && !waitsForOwner(ticket)

function LogInToSend({ of: ticket }: { of: QueuedTicket }) {
  const words = useQueuedWords()
  const me = useMe()
  if (!needsLogin(ticket, me.data != null)) return null
  return (
    <LinkButton variant="filled" href={signInFor(pages.newTicket)}>
      {words.logIn}
    </LinkButton>
  )
}

function QueueState({ of: ticket }: { of: QueuedTicket }) {
  const words = useQueuedWords()
  const errorText = useErrorText()
  const connected = useConnected()
  const me = useMe()
  const { refusal } = ticket
  if (refusal)
    return <Text>{words.refused(errorText(new Failure(refusal.status, refusal.code, refusal.message, refusal)))}</Text>
  if (waitsForOwner(ticket)) return <Text>{words.unsure}</Text>
  if (!connected) return <Text>{words.offline}</Text>
  if (needsLogin(ticket, me.data != null)) return <Text>{words.needsLogin}</Text>
  return (
    <Group gap="xs">
      <Loader size="xs" />
      <Text>{words.sending}</Text>
    </Group>
  )
}
