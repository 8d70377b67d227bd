import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { reachOf } from '#web/lib/reach.ts'
import { CopyButton } from './CopyButton.tsx'
import { Qr } from './Qr.tsx'
import { useReachWords } from './reach-words.ts'

interface Props {
  /** Tells who can open the code. */
  page: string
  /** The content of the code, if it is more than the page. */
  address?: string
  label: string
  size?: number
}

/** The QR code of a page for phones, or what to do so that phones can open it. */
export function AddressQr({ page, address = page, label, size }: Props) {
  const words = useReachWords()
  const reach = reachOf(page)
  if (reach === 'machine') return <NoPhones />
  return (
    <Stack align="center" gap="xs">
      <Qr text={address} label={label} {...(size !== undefined && { size })} />
      {reach === 'network' && (
        <Text size="sm" role="note" ta="center">
          {words.network}
        </Text>
      )}
    </Stack>
  )
}

/** Fettle listens only on its own machine. */
export function NoPhones() {
  const words = useReachWords()
  return (
    <Paper
      component="section"
      bg="var(--mantine-color-yellow-light)"
      p="md"
      className="no-print"
      aria-label={words.machine}
    >
      <Stack gap="sm">
        <Title size="h4">{words.machine}</Title>
        <Text>{words.how}</Text>
        <Group gap="sm">
          {/* In some fonts two hyphens look like one dash. */}
          <Code fz="md" ff="monospace" style={{ fontVariantLigatures: 'none', letterSpacing: '0.08em' }}>
            {command}
          </Code>
          <CopyButton text={command}>{words.copyCommand}</CopyButton>
        </Group>
      </Stack>
    </Paper>
  )
}

const command = 'npm start -- --lan'
