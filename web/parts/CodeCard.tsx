import { Button, Code, Group, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Qr } from './Qr.tsx'
import { say } from './toast-list.ts'
import { useWords } from './words.ts'

/** A one-time code to show, read out, copy, scan or print. */
export function CodeCard({ code, label, children }: { code: string; label: string; children?: ReactNode }) {
  const words = useWords()
  const copy = () =>
    navigator.clipboard?.writeText(code).then(
      () => say(words.copied),
      () => {},
    )
  return (
    <Paper withBorder p="md">
      <Stack align="center" gap="sm">
        <Qr text={code} label={label} />
        <Code fz="md" style={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
          {code}
        </Code>
        {children}
        <Group className="no-print">
          <Button variant="default" onClick={copy}>
            {words.copy}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
