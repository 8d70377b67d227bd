import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { checkedOff, type Ticks, unticked } from '#client/custody.ts'
import { isDone } from '#client/ticket.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { upload } from '#web/data/upload.ts'
import { useCustodyWords } from './custody-words.ts'
import { TakenBy, type Taker } from './TakenBy.tsx'
import { useDeskTicketWords } from './words.ts'

interface HandBackProps {
  ticket: TicketInfo
  onClose: () => void
}

/** Every item must be ticked first. For a received device the service keeps what was missing and who took it. */
export function HandBack({ ticket, onClose }: HandBackProps) {
  const { goBack } = useWords()
  const words = useDeskTicketWords()
  const custodyWords = useCustodyWords()
  const codeName = useCodeNames()
  const { received, things, ticks, tick, taker, setTaker, back } = useHandBack({ ticket, onClose })
  const left = unticked(things.length, ticks)
  const nameless = received && taker.other && taker.name.trim() === ''
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        {words.handBack}
      </Text>
      <Stack gap="xs">
        <Text variant="secondary">{received ? custodyWords.checkAbout : words.handBackAbout}</Text>
        {!isDone(ticket.status) && (
          <Alert color="yellow" variant="light">
            {words.notDone(codeName('status', ticket.status))}
          </Alert>
        )}
        {things.map((thing, place) => (
          <ItemToTick
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind are two things, and their order is fixed
            key={place}
            name={thing}
            first={place === 0}
            mayMiss={received && place > 0}
            tick={ticks[place]}
            onTick={(to) => tick(place, to)}
          />
        ))}
        {received && <TakenBy of={back} taker={taker} change={(to) => setTaker((all) => ({ ...all, ...to }))} />}
        <Text variant="secondary" role="status" mih={22}>
          {left > 0 ? words.left(left) : nameless && custodyWords.nameMissing}
        </Text>
        <ErrorAlert>{back.formError}</ErrorAlert>
        <Group>
          <ActionButton action={back} disabled={left > 0 || nameless}>
            {received ? custodyWords.confirm : words.confirmBack}
          </ActionButton>
          <Button variant="default" onClick={onClose}>
            {goBack}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}

function useHandBack({ ticket, onClose }: HandBackProps) {
  const words = useDeskTicketWords()
  const custodyWords = useCustodyWords()
  const codeName = useCodeNames()
  const { id, device } = ticket
  const received = Boolean(ticket.custody?.holding)
  // The ledger counts each kind of accessory once.
  const accessories = received ? [...new Set(ticket.accessories)] : ticket.accessories
  const things = [words.itself(device), ...accessories.map((code) => codeName('accessory', code))]
  const [ticks, setTicks] = useState<Ticks>({})
  const [taker, setTaker] = useState<Taker>({ other: false, name: '', shown: '', signature: undefined })
  const back = useAction({
    work: async () => {
      if (!received) return api.tickets.retrieve({ id })
      const { other, name, shown, signature: drawn } = taker
      const signature = drawn && (await upload(drawn, () => {}, new AbortController().signal, { use: 'signature' }))
      return api.tickets.retrieve({
        id,
        ...checkedOff(accessories, ticks),
        ...(other && { to: name.trim() }),
        ...(shown && { shown }),
        ...(signature && { signature }),
      })
    },
    onSuccess: onClose,
    onSettled: () => invalidate('tickets', 'custody'),
    fields: { to: custodyWords.name },
  })
  const tick = (place: number, to?: true | string) => {
    const { [place]: _, ...rest } = ticks
    setTicks(to === undefined ? rest : { ...rest, [place]: to })
  }
  return { received, things, ticks, tick, taker, setTaker, back }
}

interface Props {
  name: string
  first: boolean
  mayMiss: boolean
  tick: true | string | undefined
  onTick: (to?: true | string) => void
}

function ItemToTick({ name, first, mayMiss, tick, onTick }: Props) {
  const words = useCustodyWords()
  const missing = typeof tick === 'string'
  return (
    <div>
      <Group gap="xs" justify="space-between">
        <Checkbox
          label={name}
          checked={tick === true}
          onChange={(event) => onTick(event.currentTarget.checked || undefined)}
          autoFocus={first}
        />
        {mayMiss && (
          <Button
            variant={missing ? 'light' : 'default'}
            color="orange"
            aria-label={words.missingWhich(name)}
            aria-pressed={missing}
            onClick={() => onTick(missing ? undefined : '')}
          >
            {words.missing}
          </Button>
        )}
      </Group>
      {missing && (
        <TextInput
          autoFocus
          mt={4}
          label={words.reason(name)}
          value={tick}
          maxLength={limits.search}
          onChange={(event) => onTick(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
