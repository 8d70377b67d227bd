import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Camera } from '#web/components/scan/Camera.tsx'
import { ManualEntry } from '#web/components/scan/ManualEntry.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries, type Stocktake } from '#web/data/queries.ts'
import { storedDraft } from '#web/lib/stored-text.ts'
import { StocktakeResult } from './StocktakeResult.tsx'
import { freshWalk, isReceipt, isScanned, scanName, type Walk, withScan } from './scans.ts'
import css from './stocktake.module.css'
import { useStocktakeWords } from './words.ts'

export function Stocktaking() {
  const words = useStocktakeWords()
  const [result, setResult] = useState<Stocktake>()
  if (!result) return <StocktakeWalk onFinished={setResult} />
  return (
    <Page title={words.title} about={words.done}>
      <StocktakeResult of={result} />
      <Group>
        <Button onClick={() => setResult(undefined)}>{words.again}</Button>
        <LinkButton href="/desk/custody">{words.toCustody}</LinkButton>
      </Group>
    </Page>
  )
}

function StocktakeWalk({ onFinished }: { onFinished: (result: Stocktake) => void }) {
  const words = useStocktakeWords()
  const { walk, change, news, scan, begin } = useWalk()
  const finish = useAction({
    work: () => api.custody.stocktake({ shelf: walk.shelf.trim(), scans: [...walk.scans] }),
    onSuccess: (found) => {
      begin()
      onFinished(found)
    },
    onSettled: () => invalidate('custody'),
  })
  return (
    <Page title={words.title} about={words.about}>
      <Card title={words.walk}>
        <TextInput
          maw={320}
          label={words.shelf}
          description={words.shelfAbout}
          value={walk.shelf}
          maxLength={limits.shelf}
          autoComplete="off"
          onChange={(event) => change({ ...walk, shelf: event.currentTarget.value })}
        />
        <ScanningCamera onRead={scan} first={walk.scans.length === 0} />
        <ManualEntry onScan={scan} submit={words.add} />
        <ScannedList
          walk={walk}
          news={news}
          onRemove={(removed) => change({ ...walk, scans: walk.scans.filter((one) => one !== removed) })}
        />
        <ErrorAlert>{finish.formError}</ErrorAlert>
        <Group>
          <ActionButton action={finish} {...(walk.scans.length === 0 ? { variant: 'default' } : {})}>
            {words.finish}
          </ActionButton>
          {walk.scans.length > 0 && (
            <ConfirmButton
              label={words.discard}
              action={{ busy: false, submit: begin }}
              variant="default"
              question={words.discardQuestion}
            />
          )}
        </Group>
      </Card>
      <PastStocktakes />
    </Page>
  )
}

function useWalk() {
  const words = useStocktakeWords()
  const [walk, setWalk] = useState(keptWalk.read)
  const [news, setNews] = useState('')
  const change = (next: Walk) => {
    setWalk(next)
    keptWalk.write(next)
  }
  const scan = (text: string) => {
    if (isReceipt(text)) return setNews(words.receipt)
    setNews((isScanned(walk, text) ? words.already : words.ticked)(scanName(text)))
    change(withScan(walk, text))
  }
  const begin = () => {
    change(freshWalk)
    setNews('')
  }
  return { walk, change, news, scan, begin }
}

function ScanningCamera({ onRead, first }: { onRead: (text: string) => void; first: boolean }) {
  const words = useStocktakeWords()
  const [on, setOn] = useState(false)
  return (
    <>
      {on && <Camera onRead={onRead} />}
      <Group>
        <Button
          variant={on ? 'default' : first ? 'filled' : 'light'}
          leftSection={<Icon name="camera" size={18} />}
          onClick={() => setOn(!on)}
        >
          {on ? words.cameraOff : words.cameraOn}
        </Button>
      </Group>
    </>
  )
}

interface ScannedListProps {
  walk: Walk
  /** What became of the last scan. */
  news: string
  onRemove: (scan: string) => void
}

function ScannedList({ walk: { scans }, news, onRemove }: ScannedListProps) {
  const words = useStocktakeWords()
  return (
    <section aria-label={words.found}>
      <Group gap="sm" mb={4}>
        <Text fw={600}>{words.count(scans.length)}</Text>
        <Text variant="secondary" role="status">
          {news}
        </Text>
      </Group>
      <ul className={css['found']}>
        {scans.toReversed().map((scan) => (
          <li key={scan}>
            <Icon name="check" size={18} />
            <span>{scanName(scan)}</span>
            <CloseButton
              size={44}
              iconSize={18}
              aria-label={words.remove(scanName(scan))}
              onClick={() => onRemove(scan)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const kept = storedDraft(localStorage, 'stocktake')

/** Stores the scans, so that they survive a reload. */
const keptWalk = {
  read(): Walk {
    try {
      const { shelf, scans }: Partial<Walk> = JSON.parse(kept.get() ?? '{}')
      return { shelf: String(shelf ?? ''), scans: Array.isArray(scans) ? scans.map(String) : [] }
    } catch {
      return freshWalk
    }
  },
  write: (walk: Walk): void =>
    kept.set(walk.scans.length === 0 && walk.shelf === '' ? undefined : JSON.stringify(walk)),
}

function PastStocktakes() {
  const words = useStocktakeWords()
  return (
    <Card title={words.earlier}>
      <Paged
        count={10}
        query={queries.custody.stocktakes}
        empty={<EmptyState title={words.none} inside icon="history" about={words.noneAbout} />}
      >
        {(list) => (
          <ul className={css['list']}>
            {list.map((one) => (
              <li key={one.id}>
                <PastStocktake of={one} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Card>
  )
}

function PastStocktake({ of }: { of: Stocktake }) {
  const words = useStocktakeWords()
  const [open, setOpen] = useState(false)
  const { createdTime, by, shelf, there, missing, stray } = of
  return (
    <Stack gap="xs" align="flex-start">
      <div>
        <Text fw={600}>
          {by} · <Time at={createdTime} /> · {shelf ? words.onShelf(shelf) : words.allShelves}
        </Text>
        <Text variant="secondary">{words.figures(there, missing.length, stray.length)}</Text>
      </div>
      {missing.length + stray.length > 0 && (
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more}
        </Button>
      )}
      {open && <StocktakeResult of={of} />}
    </Stack>
  )
}
