import { Button, Code, Group, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { addressWith } from '#web/lib/carried-code.ts'
import { reachOf } from '#web/lib/reach.ts'
import { AddressQr, NoPhones } from './AddressQr.tsx'
import { CopyButton } from './CopyButton.tsx'
import { useWords } from './words.ts'

interface Props {
  code: string
  page: string
  label: string
  children?: ReactNode
}

/** A one-time code. The QR code and the copy hold the address of the page that takes it. */
export function CodeCard({ code, page, label, children }: Props) {
  const words = useWords()
  const address = addressWith(page, code)
  const isHidden = reachOf(page) === 'machine'
  return (
    <Paper withBorder p="md">
      <Stack align="center" gap="sm">
        {!isHidden && <AddressQr page={page} address={address} label={label} />}
        <Code fz="md" style={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
          {code}
        </Code>
        {children}
        <Group className="no-print">
          <CopyButton text={address} />
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
        </Group>
        {isHidden && <NoPhones />}
      </Stack>
    </Paper>
  )
}
