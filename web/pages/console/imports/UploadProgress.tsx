import { Progress, Stack, Text } from '@mantine/core'
import type { ChosenFile } from './check.ts'
import { useImportWords } from './words.ts'

export function UploadProgress({ part, of, then }: { part: number; of: ChosenFile; then?: string }) {
  const words = useImportWords()
  const percent = Math.round(part * 100)
  const says = percent < 100 ? words.sending(percent) : (then ?? words.checking)
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {percent < 100 ? of.name : says}
      </Text>
      <Progress value={percent} animated={percent === 100} aria-label={says} />
    </Stack>
  )
}
