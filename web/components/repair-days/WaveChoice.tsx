import { Text } from '@mantine/core'
import { type OpenWave, openWaves, placesOf, spanText } from '#client/repair-days.ts'
import { Choice } from '#web/components/Choice.tsx'
import { useClock } from '#web/data/hooks.ts'
import { useRepairDayWords } from './words.ts'

interface Props {
  legend: string
  waves: readonly OpenWave[]
  kind: number
  /** 0 for any. */
  chosen: number
  onChange: (wave: number) => void
}

/** The waves of one kind of device with their free places, or any of them. */
export function WaveChoice({ legend, waves, kind, chosen, onChange }: Props) {
  const words = useRepairDayWords()
  const options = openWaves(waves, kind, useClock()).map((wave) => {
    const { free = 0, waiting = 0 } = placesOf(wave, kind) ?? {}
    return { value: wave.id, label: label(spanText(wave), free > 0 ? words.free(free) : fullText(words, waiting)) }
  })
  return (
    <Choice
      legend={legend}
      name={`wave-${legend}`}
      options={[{ value: 0, label: label(words.any, words.anyAbout) }, ...options]}
      chosen={[chosen]}
      onChange={([wave = 0]) => onChange(wave)}
      lines
    />
  )
}

const fullText = (words: ReturnType<typeof useRepairDayWords>, waiting: number) =>
  waiting > 0 ? `${words.full} · ${words.waiting(waiting)}` : words.full

const label = (name: string, about: string) => (
  <>
    {name}
    <Text span variant="secondary" fw={400}>
      {about}
    </Text>
  </>
)
