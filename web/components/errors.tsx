import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { useErrorText } from './action.ts'
import { useWords } from './words.ts'

/** What went wrong with the thing beside it. It is announced when it appears. */
export function ErrorAlert({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert" variant="light">
      {children}
    </Alert>
  )
}

/** Above what somebody else has deleted while it was on this page: what was typed there stays, and this stays in sight. */
export function DeletedAlert({ children }: { children?: string }) {
  const { deleted } = useWords()
  return (
    <Alert color="red" role="alert" variant="filled" pos="sticky" top={8} style={{ zIndex: 50 }}>
      {children ?? deleted}
    </Alert>
  )
}

/** In place of what could not be loaded. */
export function LoadError({
  error,
  retry,
  back,
}: {
  error: Error
  retry: () => unknown
  /** The way to where there is something. What does not exist will not at the next try either. */
  back?: ReactNode
}) {
  const words = useWords()
  const told = useErrorText()
  const hopeless = back !== undefined && error instanceof Failure && error.status === 404
  return (
    <Alert color="red" role="alert" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{told(error)}</Text>
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
