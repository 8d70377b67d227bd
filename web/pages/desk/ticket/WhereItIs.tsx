import { Group, Stack, Text } from '@mantine/core'
import { type CustodyLine, mayReceive } from '#client/custody.ts'
import { tagIn } from '#client/scan.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Pictures } from '#web/components/Pictures.tsx'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { useScanWords } from '#web/components/scan/words.ts'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock, useCodeNames } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dateTime } from '#web/lib/time.ts'
import { useCustodyWords } from './custody-words.ts'
import css from './ledger.module.css'
import { MoveDevice } from './MoveDevice.tsx'
import { ReceiveDevice } from './ReceiveDevice.tsx'

export function WhereItIs({ ticket }: { ticket: TicketInfo }) {
  const words = useCustodyWords()
  const lang = useLang()
  const clock = useClock()
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
            <Text variant="secondary">{words.since(dateTime(holding.since, lang, clock))}</Text>
          </div>
          <MoveDevice id={ticket.id} holding={holding} />
          <Tags id={ticket.id} tags={custody.tags} />
        </>
      )}
      {receivable && <ReceiveDevice ticket={ticket} />}
      {lines.length > 0 && <CustodyLedger lines={lines} open={!holding} />}
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
        {tags.length > 0 && <Text>{tags.map(words.tag).join(' · ')}</Text>}
        <ScanButton
          title={words.tagTitle}
          onScan={take}
          wrong={(text) => (tagIn(text) === undefined ? noTag : undefined)}
          loading={tie.busy}
        >
          {words.tieTag}
        </ScanButton>
      </Group>
      <ErrorAlert>{tie.formError}</ErrorAlert>
    </Stack>
  )
}

/** Folded while the place is known, because the history of the ticket tells the rest. */
function CustodyLedger({ lines, open }: { lines: readonly CustodyLine[]; open: boolean }) {
  const words = useCustodyWords()
  return (
    <details open={open}>
      <summary>{words.ledger}</summary>
      <ol className={css['ledger']}>
        {lines.map((line) => (
          <li key={line.id}>
            <div>
              <b>{line.by}</b> · {words.line(line)}
            </div>
            <AccessoriesOfLine line={line} />
            <Text variant="secondary" component="div">
              <Time at={line.createdTime} />
            </Text>
            <Pictures urls={line.pic} name={words.picture} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function AccessoriesOfLine({ line: { what, accessories } }: { line: CustodyLine }) {
  const words = useCustodyWords()
  const codeName = useCodeNames()
  const named = (code: number) => codeName('accessory', code)
  if (what === 'received') {
    const all = accessories.map(({ accessory }) => named(accessory))
    return <Text variant="secondary">{all.length > 0 ? words.with(all) : words.nothingWith}</Text>
  }
  const back = accessories.filter(({ returned }) => returned).map(({ accessory }) => named(accessory))
  return (
    <>
      {back.length > 0 && <Text variant="secondary">{words.givenBack(back)}</Text>}
      {accessories
        .filter(({ returned }) => !returned)
        .map(({ accessory, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind are two things, and their order is fixed
          <Text key={place} size="sm" fw={600}>
            {words.notGivenBack(named(accessory), reason)}
          </Text>
        ))}
    </>
  )
}
