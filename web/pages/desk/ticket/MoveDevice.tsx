import { Button, Group, Menu, Stack } from '@mantine/core'
import { useState } from 'react'
import type { HoldingInfo } from '#client/custody.ts'
import { limits } from '#contract/limits.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field } from '#web/components/Form.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues } from '#web/data/hooks.ts'
import { useCustodyWords } from './custody-words.ts'

type Elsewhere = 'shelf' | 'colleague' | 'workshop'

export function MoveDevice({ id, holding }: { id: number; holding: HoldingInfo }) {
  const words = useCustodyWords()
  const [open, setOpen] = useState<Elsewhere>()
  const { place, shelf } = holding
  const hand = useAction({
    work: () => api.custody.hand({ id, to: 'bench' }),
    onSettled: () => invalidate('tickets', 'custody'),
  })
  const putBack = useAction({
    work: () => api.custody.shelf({ id, shelf }),
    onSettled: () => invalidate('tickets', 'custody'),
  })
  const choices = { shelf: words.toShelf, colleague: words.toColleague, workshop: words.toWorkshop }
  // A device without a shelf most likely goes to one.
  const shelfFirst = shelf === ''
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {place !== 'bench' && (
          <ActionButton action={hand} variant="light">
            {words.toBench}
          </ActionButton>
        )}
        {place !== 'shelf' && shelf && (
          <ActionButton action={putBack} variant="light">
            {words.backTo(shelf)}
          </ActionButton>
        )}
        {shelfFirst && (
          <Button variant="light" aria-expanded={open === 'shelf'} onClick={() => setOpen('shelf')}>
            {words.toShelf}
          </Button>
        )}
        <Menu position="bottom-start" returnFocus>
          <Menu.Target>
            <Button variant="default">{words.move}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {keysOf(choices)
              .filter((choice) => !(shelfFirst && choice === 'shelf'))
              .map((choice) => (
                <Menu.Item key={choice} mih={44} onClick={() => setOpen(choice)}>
                  {choices[choice]}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ErrorAlert>{hand.formError ?? putBack.formError}</ErrorAlert>
      {open && <PlaceForm key={open} id={id} to={open} onDone={() => setOpen(undefined)} />}
    </Stack>
  )
}

function PlaceForm({ id, to, onDone }: { id: number; to: Elsewhere; onDone: () => void }) {
  const words = useCustodyWords()
  const [text, setText] = useState('')
  const colleagues = useColleagues()
  const put = useAction({
    work: (): Promise<unknown> => {
      if (to === 'shelf') return api.custody.shelf({ id, shelf: text.trim() })
      if (to === 'workshop') return api.custody.hand({ id, to, name: text.trim() })
      return api.custody.hand({ id, to, member: Number(text) })
    },
    onSuccess: onDone,
    onSettled: () => invalidate('tickets', 'custody'),
    fields: { shelf: words.whichShelf, name: words.whichWorkshop },
  })
  return (
    <PlainForm onSubmit={() => put.submit()}>
      <Group gap="xs" align="flex-end">
        <div style={{ flex: '1 1 9rem' }}>
          {to === 'colleague' ? (
            <SelectField
              autoFocus
              label={words.whom}
              value={text}
              onChange={setText}
              data={[
                { value: '', label: words.choose },
                ...colleagues.map((member) => ({ value: String(member.id), label: member.name })),
              ]}
            />
          ) : (
            <Field
              action={put}
              name={to === 'shelf' ? 'shelf' : 'name'}
              value={text}
              onText={setText}
              maxLength={to === 'shelf' ? limits.shelf : limits.name}
              autoComplete="off"
              autoFocus
            />
          )}
        </div>
        <Button type="submit" loading={put.busy} disabled={text.trim() === ''}>
          {to === 'shelf' ? words.put : words.hand}
        </Button>
      </Group>
      <ErrorAlert>{put.formError}</ErrorAlert>
    </PlainForm>
  )
}
