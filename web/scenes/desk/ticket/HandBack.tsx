import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useAction } from '#web/parts/action.ts'
import { Refused } from '#web/parts/Failed.tsx'
import { useWords } from '#web/parts/words.ts'
import css from './ticket.module.css'
import { isDone } from './ticket.ts'
import { useDeskTicketWords } from './words.ts'

/** Handing the device back: what came with it is ticked off thing by thing before it can be confirmed. */
export function HandBack({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { goBack } = useWords()
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  const { id, device, status, accessories } = ticket
  const things = [words.itself(device), ...accessories.map((code) => codeName('accessory', code))]
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const back = useAction({
    work: () => api.tickets.retrieve({ id }),
    after: onClose,
    always: () => invalidate('tickets'),
  })
  const tick = (place: number) => setTicked((all) => all.symmetricDifference(new Set([place])))
  const left = things.length - ticked.size
  return (
    <fieldset className={css['fields']}>
      <Text component="legend" fw={600} mb={4}>
        {words.handBack}
      </Text>
      <Stack gap="xs">
        <Text variant="secondary">{words.handBackAbout}</Text>
        {!isDone(status) && (
          <Alert color="yellow" variant="light">
            {words.notDone(codeName('status', status))}
          </Alert>
        )}
        {things.map((thing, place) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind are two things, and their order is fixed
            key={place}
            label={thing}
            checked={ticked.has(place)}
            onChange={() => tick(place)}
            autoFocus={place === 0}
          />
        ))}
        <Text variant="secondary" role="status" mih={22}>
          {left > 0 && words.left(left)}
        </Text>
        <Refused>{back.rest}</Refused>
        <Group>
          <Button disabled={left > 0} loading={back.busy} onClick={() => back.run()}>
            {words.confirmBack}
          </Button>
          <Button variant="default" onClick={onClose}>
            {goBack}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}
