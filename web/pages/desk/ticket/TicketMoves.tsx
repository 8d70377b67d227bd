import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import {
  claimedBy,
  isDone,
  isLeftHere,
  likelyNext,
  may,
  mayHandBack,
  movedTo,
  nextStatuses,
  notHandedBack,
} from '#client/ticket.ts'
import { statuses, statusMeaning } from '#contract/codes.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { iconOf } from '#web/components/Status.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames, useMe } from '#web/data/hooks.ts'
import { optimisticTicket } from '#web/data/optimistic.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import { AskToJoin } from './AskToJoin.tsx'
import { CancelTicket } from './CancelTicket.tsx'
import { HandBack } from './HandBack.tsx'
import { MoveForm } from './MoveForm.tsx'
import css from './ticket.module.css'
import { useDeskTicketWords } from './words.ts'

type Open = 'handBack' | 'cancel' | number | undefined

/** Ignores the second click of a double tap: by then another button may be in its place. */
const once = (act: () => void) => (event: { detail: number }) => event.detail < 2 && act()

export function TicketMoves({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const [open, setOpen] = useState<Open>()
  const { id, status, isConfirmed } = ticket
  const always = () => invalidate('tickets')
  const worker = me && { id: me.id, name: me.name, avatar: me.avatar }
  const pick = useAction({
    work: () => api.tickets.pick({ id }),
    onMutate: () => optimisticTicket(id, worker ? claimedBy(worker, ticket) : {}),
    onSettled: always,
  })
  const move = useAction({
    work: (to: number) => api.tickets.update({ id, status: to }),
    onMutate: (to) => optimisticTicket(id, movedTo(to, ticket)),
    onSettled: always,
  })
  const undo = useAction({
    work: () => api.tickets.unretrieve({ id }),
    onMutate: () => optimisticTicket(id, notHandedBack(ticket)),
    toast: words.undone,
    onSettled: always,
  })
  const likely = likelyNext(ticket)
  const close = () => setOpen(undefined)
  // Another person's change may have removed the chosen move.
  const statusOpen = typeof open === 'number' && nextStatuses(ticket).includes(open) ? open : undefined
  const backOpen = open === 'handBack' && mayHandBack(ticket)
  const cancelOpen = open === 'cancel' && may(ticket, 'cancel')
  // The outcome is asked with the move that finishes the ticket.
  const goOn = (to: number) => (isDone(to) ? setOpen(to) : move.submit(to))
  useKeys({
    c: () => may(ticket, 'pick') && pick.submit(),
    r: () => nextStatuses(ticket).includes(statuses.repaired) && setOpen(statuses.repaired),
  })
  const busy = pick.busy || move.busy
  const mayMove = nextStatuses(ticket).length > 0
  const hasRest = mayMove || may(ticket, 'cancel') || (!isDone(status) && mayHandBack(ticket))
  return (
    <Card title={words.next}>
      {isConfirmed && <Text c="dimmed">{words.givenBack}</Text>}
      {!isConfirmed && statusMeaning(status).phase === 'closed' && (
        <Text c="dimmed">{isLeftHere(ticket) ? words.closedHere : words.closed}</Text>
      )}
      {likely?.do === 'pick' && <Text variant="secondary">{words.claimAbout}</Text>}
      {!likely && !mayMove && statusMeaning(status).phase === 'in_work' && !isConfirmed && (
        <AskToJoin ticket={ticket} />
      )}
      {statusOpen === undefined && !backOpen && !cancelOpen && (likely || hasRest) && (
        <Group gap="xs" wrap="nowrap">
          {likely?.do === 'pick' && (
            <Button className={css['likely'] ?? ''} size="md" loading={busy} onClick={once(() => pick.submit())}>
              {words.claim}
            </Button>
          )}
          {likely?.do === 'handBack' && (
            <Button
              className={css['likely'] ?? ''}
              size="md"
              leftSection={<Icon name="home" size={18} />}
              onClick={once(() => setOpen('handBack'))}
            >
              {words.handBack}
            </Button>
          )}
          {likely?.do === 'move' && (
            <Button
              className={css['likely'] ?? ''}
              size="md"
              leftSection={<Icon name={iconOf(statuses[likely.to])} size={18} />}
              loading={busy}
              onClick={once(() => goOn(statuses[likely.to]))}
            >
              {words.likely[likely.to]}
            </Button>
          )}
          {hasRest && <Rest ticket={ticket} likely={likely?.do} onChoose={setOpen} />}
        </Group>
      )}
      <ErrorAlert>{pick.formError ?? move.formError ?? undo.formError}</ErrorAlert>
      {statusOpen !== undefined && <MoveForm key={statusOpen} ticket={ticket} to={statusOpen} onDone={close} />}
      {backOpen && <HandBack ticket={ticket} onClose={close} />}
      {cancelOpen && <CancelTicket id={id} onClose={close} />}
      {may(ticket, 'unretrieve') && (
        <Button variant="default" loading={undo.busy} onClick={once(() => undo.submit())}>
          {words.undoBack}
        </Button>
      )}
    </Card>
  )
}

interface Props {
  ticket: Ticket
  likely: 'pick' | 'handBack' | 'move' | undefined
  onChoose: (open: Open) => void
}

function Rest({ ticket, likely, onChoose }: Props) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  const choices = nextStatuses(ticket)
  const backToo = likely !== 'handBack' && mayHandBack(ticket)
  const cancelToo = may(ticket, 'cancel')
  return (
    <Menu position="bottom-end" width={260} returnFocus>
      <Menu.Target>
        <Button variant="default" size="md" {...(likely ? { 'aria-label': words.more, px: 12, flex: 'none' } : {})}>
          {likely ? <Icon name="more" size={22} /> : words.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.length > 0 && <Menu.Label>{likely === 'pick' ? words.claimAnd : words.moveTo}</Menu.Label>}
        {choices.map((status) => (
          <Menu.Item
            key={status}
            className={css['choice'] ?? ''}
            leftSection={<Icon name={iconOf(status)} size={18} />}
            onClick={() => onChoose(status)}
          >
            {codeName('status', status)}
          </Menu.Item>
        ))}
        {choices.length > 0 && (backToo || cancelToo) && <Menu.Divider />}
        {backToo && (
          <Menu.Item
            className={css['choice'] ?? ''}
            leftSection={<Icon name="home" size={18} />}
            onClick={() => onChoose('handBack')}
          >
            {words.handBack}
          </Menu.Item>
        )}
        {cancelToo && (
          <Menu.Item
            className={`${css['choice']} ${css['danger']}`}
            leftSection={<Icon name="cross" size={18} />}
            onClick={() => onChoose('cancel')}
          >
            {words.cancel}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
