import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { Camera } from '#web/components/scan/Camera.tsx'
import { ManualEntry } from '#web/components/scan/ManualEntry.tsx'
import { api, invalidate } from '#web/data/api.ts'
import type { Stocktake } from '#web/data/queries.ts'
import { keptWalk } from './kept-walk.ts'
import { PastStocktakes } from './PastStocktakes.tsx'
import { ScannedList } from './ScannedList.tsx'
import { StocktakeResult } from './StocktakeResult.tsx'
import { freshWalk, isReceipt, isScanned, scanName, type Walk, withScan } from './scans.ts'
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
        <ScanningCamera onRead={scan} news={news} />
        <ManualEntry onScan={scan} submit={words.add} />
        <ScannedList
          walk={walk}
          onRemove={(removed) => change({ ...walk, scans: walk.scans.filter((one) => one !== removed) })}
        />
        <ErrorAlert>{finish.formError}</ErrorAlert>
        <Group>
          <ActionButton action={finish}>{words.finish}</ActionButton>
          {walk.scans.length > 0 && (
            <ConfirmButton
              label={words.discard}
              action={{ busy: false, submit: begin }}
              variant="default"
              color="gray"
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

function ScanningCamera({ onRead, news }: { onRead: (text: string) => void; news: string }) {
  const words = useStocktakeWords()
  const [on, setOn] = useState(false)
  return (
    <>
      {on && <Camera onRead={onRead} />}
      <Text role="status" fw={600} mih={26}>
        {news}
      </Text>
      <Group>
        <Button
          variant={on ? 'default' : 'light'}
          leftSection={<Icon name="camera" size={18} />}
          onClick={() => setOn(!on)}
        >
          {on ? words.cameraOff : words.cameraOn}
        </Button>
      </Group>
    </>
  )
}
