import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { useErrorText } from './action.ts'
import { useWords } from './words.ts'

export function ErrorAlert({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert" variant="light">
      {children}
    </Alert>
  )
}

/** Shown above a form whose object another user has deleted: the typed text stays on the page. */
export function DeletedAlert({ children }: { children?: string }) {
  const { deleted } = useWords()
  return (
    <Alert color="red" role="alert" variant="filled" pos="sticky" top={8} style={{ zIndex: 50 }}>
      {children ?? deleted}
    </Alert>
  )
}

interface Props {
  error: Error
  retry: () => unknown
  /** A link back. For a 404 it replaces the button that tries again. */
  back?: ReactNode
}

export function LoadError({ error, retry, back }: Props) {
  const words = useWords()
  const errorText = useErrorText()
  const hopeless = back !== undefined && error instanceof Failure && error.status === 404
  return (
    <Alert color="red" role="alert" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        <Group>
          {!hopeless && (
            <Button variant="default" onClick={() => void retry()}>
              {words.retry}
            </Button>
          )}
          {back}
        </Group>
      </Stack>
    </Alert>
  )
}
