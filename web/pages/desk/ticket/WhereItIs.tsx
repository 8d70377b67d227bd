import { Divider, Group, Stack, Text } from '@mantine/core'
import { mayReceive } from '#client/custody.ts'
import { tagIn } from '#client/scan.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { useScanWords } from '#web/components/scan/words.ts'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { CustodyLedger } from './CustodyLedger.tsx'
import { useCustodyWords } from './custody-words.ts'
import { MoveDevice } from './MoveDevice.tsx'
import { ReceiveDevice } from './ReceiveDevice.tsx'

export function WhereItIs({ ticket }: { ticket: TicketInfo }) {
  const words = useCustodyWords()
  const { custody } = ticket
  if (!custody) return null
  const { holding, lines } = custody
  const receivable = mayReceive(ticket)
  if (!holding && !receivable && lines.length === 0) return null
  return (
    <Card title={words.title}>
      {holding && (
        <>
          <div>
            <Text fw={650} size="lg" style={{ overflowWrap: 'anywhere' }}>
              {words.at(holding.place, holding.shelf, holding.with)}
            </Text>
            <Text variant="secondary">
              {words.since} <Time at={holding.since} />
            </Text>
          </div>
          <MoveDevice id={ticket.id} holding={holding} />
          <Tags id={ticket.id} tags={custody.tags} />
        </>
      )}
      {receivable && <ReceiveDevice ticket={ticket} />}
      {lines.length > 0 && (
        <>
          {(holding || receivable) && <Divider />}
          <CustodyLedger lines={lines} />
        </>
      )}
    </Card>
  )
}

function Tags({ id, tags }: { id: number; tags: readonly number[] }) {
  const words = useCustodyWords()
  const { noTag } = useScanWords()
  const tie = useAction({
    work: (tag: number) => api.custody.tie({ id, tag }),
    toast: (_, tag) => words.tied(tag),
    onSettled: () => invalidate('tickets', 'custody'),
  })
  const take = (text: string) => {
    const tag = tagIn(text)
    if (tag !== undefined) tie.submit(tag)
  }
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <ScanButton
          title={words.tagTitle}
          onScan={take}
          wrong={(text) => (tagIn(text) === undefined ? noTag : undefined)}
          loading={tie.busy}
        >
          {words.tieTag}
        </ScanButton>
        {tags.length > 0 && <Text>{tags.map(words.tag).join(' · ')}</Text>}
      </Group>
      <ErrorAlert>{tie.formError}</ErrorAlert>
    </Stack>
  )
}
