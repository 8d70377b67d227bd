import { Anchor, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { may, maySpareOne, nextStatuses } from '#client/ticket.ts'
import { statuses } from '#contract/codes.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames, useColleagues, useMe } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function TicketWorkers({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  const me = useMe().data?.member
  const { id, workers } = ticket
  const drop = useAction({ work: () => api.tickets.drop({ id }), onSettled: () => invalidate('tickets') })
  const last = workers.length === 1
  const mine = workers.some((worker) => worker.id === me?.id)
  return (
    <Card title={words.workers}>
      {workers.length === 0 ? (
        <Text c="dimmed">{words.nobody}</Text>
      ) : (
        <div>
          {workers.map((worker) => (
            <Group key={worker.id} gap={12} mih={44}>
              <Avatar src={worker.avatar} name={worker.name} />
              <Text flex="1 1 6rem" style={{ overflowWrap: 'anywhere' }}>
                {worker.id === me?.id ? words.me(worker.name) : worker.name}
              </Text>
              {me?.admin && worker.id !== me.id && may(ticket, 'assign') && maySpareOne(ticket) && (
                <RemoveWorker ticket={ticket} worker={worker} />
              )}
            </Group>
          ))}
        </div>
      )}
      <TakeOver ticket={ticket} />
      {may(ticket, 'assign') && <AssignMember ticket={ticket} />}
      {may(ticket, 'drop') && (
        <ConfirmButton
          label={last ? words.dropLast : words.drop}
          action={drop}
          variant="default"
          question={last ? words.dropLastQuestion : words.dropQuestion}
        />
      )}
      {mine && !may(ticket, 'drop') && nextStatuses(ticket).includes(statuses.accepted) && (
        <Text variant="secondary">{words.cannotDrop(codeName('status', statuses.accepted))}</Text>
      )}
      <ErrorAlert>{drop.formError}</ErrorAlert>
      <ForwardTicket ticket={ticket} />
    </Card>
  )
}

interface Props {
  ticket: TicketInfo
  worker: TicketInfo['workers'][number]
}

function RemoveWorker({ ticket: { id, workers }, worker }: Props) {
  const words = useDeskTicketWords()
  const { id: member, name } = worker
  const drop = useAction({ work: () => api.tickets.drop({ id, member }), onSettled: () => invalidate('tickets') })
  return (
    <>
      <ConfirmButton
        label={words.takeOff}
        action={drop}
        variant="subtle"
        color="gray"
        aria-label={words.takeOffWhom(name)}
        question={workers.length === 1 ? words.takeOffLastQuestion(name) : words.takeOffQuestion(name)}
        confirm={words.takeOff}
      />
      <ErrorAlert>{drop.formError}</ErrorAlert>
    </>
  )
}

function TakeOver({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const { id, workers } = ticket
  const takeOver = useAction({
    work: async (member: number) => {
      // In this order the ticket always has a worker, even if a later call fails.
      await api.tickets.assign({ id, member })
      for (const worker of workers) await api.tickets.drop({ id, member: worker.id })
    },
    toast: words.takenOver,
    onSettled: () => invalidate('tickets'),
  })
  const theirs = workers.length > 0 && !workers.some((worker) => worker.id === me?.id)
  if (!me?.admin || !theirs || !may(ticket, 'assign')) return null
  return (
    <>
      <ConfirmButton
        label={words.takeOver}
        action={{ busy: takeOver.busy, submit: () => takeOver.submit(me.id) }}
        variant="default"
        question={words.takeOverQuestion(workers.map(({ name }) => name).join(words.and))}
      />
      <ErrorAlert>{takeOver.formError}</ErrorAlert>
    </>
  )
}

function ForwardTicket({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const { id } = ticket
  const forward = useAction({ work: () => api.tickets.forward({ id }), onSettled: () => invalidate('tickets') })
  const mayForward = may(ticket, 'addtoexternal')
  if (mayForward && !ticket.forwards) return null
  return (
    <>
      <Divider />
      {mayForward ? (
        <Stack gap={4} align="flex-start">
          <ConfirmButton
            label={words.forward}
            action={forward}
            variant="default"
            tone="teal"
            leftSection={<Icon name="forward" size={18} />}
            question={words.forwardQuestion}
          />
          <Text variant="secondary">{words.forwardAbout}</Text>
          <ErrorAlert>{forward.formError}</ErrorAlert>
        </Stack>
      ) : (
        <ForwardState of={ticket.external} />
      )}
    </>
  )
}

function ForwardState({ of }: { of: TicketInfo['external'] }) {
  const words = useDeskTicketWords()
  const { state = 'waiting', id = '', url = '' } = of ?? {}
  return (
    <Text size="sm" component="p" m={0}>
      {words.forwarded[state]}
      {id && ' '}
      {/^https?:[/][/]/.test(url) ? (
        <Anchor underline="always" inherit href={url} target="_blank" rel="noreferrer">
          {words.elsewhere(id)}
        </Anchor>
      ) : (
        id && words.elsewhere(id)
      )}
    </Text>
  )
}

function AssignMember({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const { workers } = ticket
  const [chosen, setChosen] = useState(0)
  const [leaving, setLeaving] = useState(0)
  const others = useColleagues().filter((member) => !workers.some((worker) => worker.id === member.id))
  const name = others.find((member) => member.id === chosen)?.name
  const replaceable = workers.filter((worker) => me?.admin || worker.id === me?.id)
  const left = replaceable.find((worker) => worker.id === leaving)
  const assign = useAssign(ticket.id, () => {
    setChosen(0)
    setLeaving(0)
  })
  const button = (
    <Button type="submit" variant="default" loading={assign.busy} disabled={name === undefined}>
      {left ? words.handOver : words.add}
    </Button>
  )
  const places = replaceable.map((one) => ({ value: one.id, label: one.id === me?.id ? words.me(one.name) : one.name }))
  const second = name !== undefined && replaceable.length > 0
  return (
    <PlainForm
      onSubmit={() => {
        if (name !== undefined) assign.submit({ member: chosen, name, from: left?.id })
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <SelectField
            flex="1 1 9rem"
            label={words.assign}
            value={chosen}
            onChange={setChosen}
            data={[{ value: 0, label: words.choose }, ...others.map(({ id, name: label }) => ({ value: id, label }))]}
          />
          {!second && button}
        </Group>
        {second && (
          <Group align="flex-end" gap="xs">
            <SelectField
              flex="1 1 9rem"
              label={words.inPlaceOf}
              value={leaving}
              onChange={setLeaving}
              data={[{ value: 0, label: words.besides }, ...places]}
            />
            {button}
          </Group>
        )}
      </Stack>
      <ErrorAlert>{assign.formError}</ErrorAlert>
    </PlainForm>
  )
}

function useAssign(id: number, onSuccess: () => void) {
  const words = useDeskTicketWords()
  return useAction({
    // Takes the choice as input, because the page may hear of the first call before the second.
    work: async (to: { member: number; name: string; from: number | undefined }) => {
      // In this order the ticket always has a worker, even if the second call fails.
      await api.tickets.assign({ id, member: to.member })
      if (to.from !== undefined) await api.tickets.drop({ id, member: to.from })
    },
    toast: (_, to) => (to.from === undefined ? words.added(to.name) : words.handedOver(to.name)),
    onSuccess,
    onSettled: () => invalidate('tickets'),
  })
}
