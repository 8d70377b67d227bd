import { Progress, Stack, Text } from '@mantine/core'
import type { ChosenFile } from './check.ts'
import { useImportWords } from './words.ts'

export function UploadProgress({ sent, file, done }: { sent: number; file: ChosenFile; done?: string }) {
  const words = useImportWords()
  const percent = Math.round(sent * 100)
  const says = percent < 100 ? words.sending(percent) : (done ?? words.checking)
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {percent < 100 ? file.name : says}
      </Text>
      <Progress value={percent} animated={percent === 100} aria-label={says} />
    </Stack>
  )
}
