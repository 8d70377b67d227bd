import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues, useMe } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function AssignMember({ ticket }: { ticket: TicketInfo }) {
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
    <form
      onSubmit={(event) => {
        event.preventDefault()
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
    </form>
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
