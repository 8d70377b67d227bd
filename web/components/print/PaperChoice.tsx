import { Stack, Switch } from '@mantine/core'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { choosePaper, type PaperName, paperNames, printAtOnce, useAtOnce, usePaper } from './paper.ts'
import { usePrintWords } from './words.ts'

export function PaperChoice() {
  const words = usePrintWords()
  const paper = usePaper()
  const atOnce = useAtOnce()
  return (
    <Stack align="flex-start" gap="xs">
      <SegmentedChoice<PaperName>
        aria-label={words.paper}
        value={paper}
        onChange={choosePaper}
        data={paperNames.map((name) => ({ value: name, label: words.papers[name] }))}
      />
      <Switch
        label={words.atOnce}
        checked={atOnce}
        onChange={({ currentTarget }) => printAtOnce(currentTarget.checked)}
      />
    </Stack>
  )
}
