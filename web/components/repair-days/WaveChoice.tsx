import { Text } from '@mantine/core'
import type { RepairDay } from '#contract/repair-days/day-fields.ts'
import { Choice } from '#web/components/Choice.tsx'
import { useClock } from '#web/data/hooks.ts'
import { spanText } from './DayFacts.tsx'
import { useRepairDayWords } from './words.ts'

type Wave = RepairDay['waves'][number]

export const placesOf = (wave: Wave, kind: number) => wave.places.find((one) => one.kind === kind)

/** The waves that have not begun and have places for this kind. */
export function useOpenWaves(waves: readonly Wave[], kind: number): readonly Wave[] {
  const clock = useClock()
  return waves.filter(
    (wave) => wave.from.slice(0, 19) > clock.slice(0, 19) && (placesOf(wave, kind)?.bookable ?? 0) > 0,
  )
}

interface Props {
  legend: string
  waves: readonly Wave[]
  kind: number
  /** 0 for any. */
  chosen: number
  onChange: (wave: number) => void
}

/** The waves of one kind of device with their free places, or any of them. */
export function WaveChoice({ legend, waves, kind, chosen, onChange }: Props) {
  const words = useRepairDayWords()
  const options = useOpenWaves(waves, kind).map((wave) => {
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
