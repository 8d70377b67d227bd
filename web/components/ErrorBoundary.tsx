import { Alert, Button, Stack, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useWords } from './words.ts'

/** Catches errors of a page, and of a chunk that could not be loaded. The frame stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const words = useWords()
  return (
    <Alert color="red" role="alert" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text>{words.broken}</Text>
        <Button variant="default" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      </Stack>
    </Alert>
  )
}
