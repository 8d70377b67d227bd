import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues, useMe } from '#web/data/hooks.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function AssignMember({ ticket: { id, workers } }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member
  const [chosen, setChosen] = useState('')
  const [leaving, setLeaving] = useState('')
  const others = useColleagues().filter((member) => !workers.some((worker) => worker.id === member.id))
  const name = others.find((member) => String(member.id) === chosen)?.name
  const replaceable = workers.filter((worker) => me?.admin || worker.id === me?.id)
  const left = replaceable.find((worker) => String(worker.id) === leaving)
  const assign = useAction({
    // Takes the choice as input, because the page may hear of the first call before the second.
    work: async (to: { member: number; name: string; from: number | undefined }) => {
      // In this order the ticket always has a worker, even if the second call fails.
      await api.tickets.assign({ id, member: to.member })
      if (to.from !== undefined) await api.tickets.drop({ id, member: to.from })
    },
    toast: (_, to) => (to.from === undefined ? words.added(to.name) : words.handedOver(to.name)),
    onSuccess: () => {
      setChosen('')
      setLeaving('')
    },
    onSettled: () => invalidate('tickets'),
  })
  const button = (
    <Button type="submit" variant="default" loading={assign.busy} disabled={name === undefined}>
      {left ? words.handOver : words.add}
    </Button>
  )
  const second = name !== undefined && replaceable.length > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== undefined) assign.submit({ member: Number(chosen), name, from: left?.id })
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <SelectField
            flex="1 1 9rem"
            label={words.assign}
            value={chosen}
            onChange={setChosen}
            data={[
              { value: '', label: words.choose },
              ...others.map((member) => ({ value: String(member.id), label: member.name })),
            ]}
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
              data={[
                { value: '', label: words.besides },
                ...replaceable.map((worker) => ({
                  value: String(worker.id),
                  label: worker.id === me?.id ? words.me(worker.name) : worker.name,
                })),
              ]}
            />
            {button}
          </Group>
        )}
      </Stack>
      <ErrorAlert>{assign.formError}</ErrorAlert>
    </form>
  )
}
