import { Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RosterSlot } from '#rules/duty/rosters.ts'
import { CheckField } from '#web/components/CheckField.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { type SheetEditing, withoutSlot, withSlot, withWorker } from './sheet.ts'
import css from './week.module.css'
import { useRosterWords } from './words.ts'

const many = 10

interface Props extends SheetEditing {
  title: string
  slot: RosterSlot | undefined
  fresh: RosterSlot
  close: () => void
}

/** Edits one slot. Changes count at once; the roster is saved as a whole. */
export function SlotEditor({ title, slot, fresh, sheet, change, known, close }: Props) {
  const words = useRosterWords()
  const [find, setFind] = useState('')
  const workers = slot?.workers ?? []
  const strangers = workers.filter((name) => !known.members.includes(name))
  const names = [...strangers, ...known.members.toSorted((a, b) => a.localeCompare(b))]
  const shown = names.filter((name) => name.toLowerCase().includes(find.trim().toLowerCase()))
  return (
    <Stack gap="xs">
      <Text fw={600}>{title}</Text>
      <Switch
        size="md"
        label={words.takesPlace}
        checked={slot !== undefined}
        onChange={() => change(slot ? withoutSlot(sheet, slot.weekday, slot.shift) : withSlot(sheet, fresh))}
      />
      {names.length > many && (
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      <fieldset className={css['people']} aria-label={words.people}>
        {shown.map((name) => (
          <CheckField
            key={name}
            label={strangers.includes(name) ? `${name} (${words.unknown})` : name}
            checked={workers.includes(name)}
            onChange={(checked) => change(withSlot(sheet, withWorker(slot ?? fresh, name, checked)))}
          />
        ))}
      </fieldset>
      {slot && workers.length > 0 && (
        <SelectField
          label={words.leader}
          value={slot.leader}
          data={[{ value: '', label: words.noLeader }, ...workers.map((name) => ({ value: name, label: name }))]}
          onChange={(value) => change(withSlot(sheet, { ...slot, leader: value }))}
        />
      )}
      <Button variant="default" onClick={close}>
        {words.close}
      </Button>
    </Stack>
  )
}
