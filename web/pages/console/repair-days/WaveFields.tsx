import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { RemovableRows } from '#web/pages/console/settings/fields.tsx'
import { dividedDay, nextWave, type WaveDraft } from './plan-draft.ts'
import type { PlanPart } from './plan-part.ts'
import { usePlanWords } from './words.ts'

export function WaveFields({ draft, action, set }: PlanPart) {
  const words = usePlanWords()
  const kindName = useKindName()
  const { waves, kinds } = draft
  if (waves.length === 0) return <DivideDay draft={draft} action={action} set={set} />
  return (
    <Card title={words.waves} about={words.wavesAbout}>
      <RemovableRows<WaveDraft>
        title={words.wave}
        action={action}
        at={(i) => `waves[${i}]`}
        rows={waves}
        keyOf={({ key }) => key}
        change={(next) => set({ waves: next })}
      >
        {(wave, at, put) => (
          <>
            {(['from', 'until'] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                label={words[end]}
                value={wave[end]}
                error={action.errorOf(`${at}.${end}`)}
                onChange={({ currentTarget }) => put({ ...wave, [end]: currentTarget.value })}
              />
            ))}
            {kinds.map((kind) => (
              <TextInput
                key={kind}
                label={words.places(kindName(kind))}
                value={wave.places[kind] ?? '0'}
                inputMode="numeric"
                autoComplete="off"
                onChange={({ currentTarget }) =>
                  put({ ...wave, places: { ...wave.places, [kind]: currentTarget.value } })
                }
              />
            ))}
          </>
        )}
      </RemovableRows>
      <Group>
        <Button
          variant="default"
          disabled={waves.length >= 40}
          onClick={() => set({ waves: [...waves, nextWave(waves, draft)] })}
        >
          {words.addWave}
        </Button>
      </Group>
    </Card>
  )
}

/** A day without waves is divided into some of the same length. */
function DivideDay({ draft, set }: PlanPart) {
  const words = usePlanWords()
  const kindName = useKindName()
  const [count, setCount] = useState('4')
  const [places, setPlaces] = useState<Record<number, string>>({})
  const whole = Object.fromEntries(draft.kinds.map((kind) => [kind, places[kind] ?? '4']))
  const divided = dividedDay(draft, Number(count), whole)
  const [first] = divided
  return (
    <Card title={words.waves} about={words.wavesAbout}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          label={words.waveCount}
          value={count}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ currentTarget }) => setCount(currentTarget.value)}
        />
        {draft.kinds.map((kind) => (
          <TextInput
            key={kind}
            label={words.perWave(kindName(kind))}
            value={whole[kind] ?? ''}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ currentTarget }) => setPlaces({ ...places, [kind]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button variant="default" disabled={!first} onClick={() => set({ waves: divided })}>
          {words.divide}
        </Button>
        {first && divided.length > 1 && `${first.from}–${first.until} …`}
      </Group>
    </Card>
  )
}
