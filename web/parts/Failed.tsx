import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useWords } from '../words/shell.ts'
import { sentenceOf } from './action.ts'

/** What went wrong with the thing beside it. It is announced when it appears. */
export function Refused({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert" variant="light">
      {children}
    </Alert>
  )
}

/** In place of what could not be loaded. */
export function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  const words = useWords()
  return (
    <Alert color="red" role="alert" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{sentenceOf(error, words.noAnswer)}</Text>
        <Group>
          <Button variant="default" onClick={() => void retry()}>
            {words.retry}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
