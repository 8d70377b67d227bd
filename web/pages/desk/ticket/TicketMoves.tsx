import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { iconOf } from '#client/chip.ts'
import {
  claimedBy,
  isDone,
  isLeftHere,
  type Likely,
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
import { Question } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames, useMe } from '#web/data/hooks.ts'
import { optimisticTicket } from '#web/data/optimistic.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import { HandBack } from './HandBack.tsx'
import { AskToJoin, JoinRequests } from './Joining.tsx'
import { MoveForm } from './MoveForm.tsx'
import { useDeskTicketWords } from './words.ts'

type Open = 'handBack' | 'cancel' | number | undefined

/** Ignores the second click of a double tap: by then another button may be in its place. */
const once = (act: () => void) => (event: { detail: number }) => event.detail < 2 && act()

export function TicketMoves({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const [open, setOpen] = useState<Open>()
  const { id, isConfirmed } = ticket
  const { pick, move, undo } = useMoves(ticket)
  const likely = likelyNext(ticket)
  const close = () => setOpen(undefined)
  const next = nextStatuses(ticket)
  const statusOpen = typeof open === 'number' ? open : undefined
  const backOpen = open === 'handBack' && mayHandBack(ticket)
  const cancelOpen = open === 'cancel' && may(ticket, 'cancel')
  useKeys({
    c: () => may(ticket, 'pick') && pick.submit(),
    r: () => next.includes(statuses.repaired) && setOpen(statuses.repaired),
  })
  const doLikely = (what: Likely) => {
    if (what.do !== 'move') return what.do === 'pick' ? pick.submit() : setOpen('handBack')
    const to = statuses[what.to]
    // The outcome is asked with the move that finishes the ticket.
    return isDone(to) ? setOpen(to) : move.submit(to)
  }
  const hasRest = next.length > 0 || may(ticket, 'cancel') || (!isDone(ticket.status) && mayHandBack(ticket))
  const { phase } = statusMeaning(ticket.status)
  return (
    <Card title={words.next} alone={isConfirmed || phase === 'closed'}>
      {isConfirmed && <Text c="dimmed">{words.givenBack}</Text>}
      {!isConfirmed && phase === 'closed' && (
        <Text c="dimmed">{isLeftHere(ticket) ? words.closedHere : words.closed}</Text>
      )}
      <JoinRequests ticket={ticket} />
      {!likely && next.length === 0 && phase === 'in_work' && !isConfirmed && <AskToJoin ticket={ticket} />}
      {statusOpen === undefined && !backOpen && !cancelOpen && (likely || hasRest) && (
        <Group gap="xs" wrap="nowrap">
          {likely && <LikelyButton likely={likely} busy={pick.busy || move.busy} act={doLikely} />}
          {hasRest && <MovesMenu ticket={ticket} likely={likely?.do} onChoose={setOpen} />}
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

/** The moves that need no form; each is shown before the service answers. */
function useMoves(ticket: TicketInfo) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const { id } = ticket
  const worker = me && { id: me.id, name: me.name, avatar: me.avatar }
  const onSettled = () => invalidate('tickets')
  const pick = useAction({
    work: () => api.tickets.pick({ id }),
    onMutate: () => optimisticTicket(id, worker ? claimedBy(worker, ticket) : {}),
    onSettled,
  })
  const move = useAction({
    work: (to: number) => api.tickets.update({ id, status: to }),
    onMutate: (to) => optimisticTicket(id, movedTo(to, ticket)),
    onSettled,
  })
  const undo = useAction({
    work: () => api.tickets.unretrieve({ id }),
    onMutate: () => optimisticTicket(id, notHandedBack(ticket)),
    toast: words.undone,
    onSettled,
  })
  return { pick, move, undo }
}

function LikelyButton({ likely, busy, act }: { likely: Likely; busy: boolean; act: (likely: Likely) => void }) {
  const words = useDeskTicketWords()
  const icon = likely.do === 'move' ? iconOf(statuses[likely.to]) : likely.do === 'handBack' ? 'home' : undefined
  return (
    <Button
      flex={1}
      size="md"
      loading={busy && likely.do !== 'handBack'}
      leftSection={icon && <Icon name={icon} size={18} />}
      onClick={once(() => act(likely))}
    >
      {likely.do === 'move' ? words.likely[likely.to] : likely.do === 'pick' ? words.claim : words.handBack}
    </Button>
  )
}

interface Props {
  ticket: TicketInfo
  likely: 'pick' | 'handBack' | 'move' | undefined
  onChoose: (open: Open) => void
}

function MovesMenu({ ticket, likely, onChoose }: Props) {
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
            mih={44}
            leftSection={<Icon name={iconOf(status)} size={18} />}
            onClick={() => onChoose(status)}
          >
            {codeName('status', status)}
          </Menu.Item>
        ))}
        {choices.length > 0 && (backToo || cancelToo) && <Menu.Divider />}
        {backToo && (
          <Menu.Item mih={44} leftSection={<Icon name="home" size={18} />} onClick={() => onChoose('handBack')}>
            {words.handBack}
          </Menu.Item>
        )}
        {cancelToo && (
          <Menu.Item
            mih={44}
            c="var(--mantine-color-error)"
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

function CancelTicket({ id, onClose }: { id: number; onClose: () => void }) {
  const words = useDeskTicketWords()
  const cancel = useAction({
    work: () => api.tickets.cancel({ id }),
    onSuccess: onClose,
    onSettled: () => invalidate('tickets'),
  })
  return (
    <>
      <Question
        text={words.cancelQuestion}
        confirm={words.cancelConfirm}
        tone="red"
        answer={(yes) => (yes ? cancel.submit() : onClose())}
      />
      <ErrorAlert>{cancel.formError}</ErrorAlert>
    </>
  )
}
