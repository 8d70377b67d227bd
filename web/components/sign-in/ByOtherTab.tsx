import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { findOtherTabs, type OtherTab, takeOverSession } from '#web/data/tabs.ts'
import { useSignInWords } from './words.ts'

/** Users of other tabs, each once. Only a tap takes a session over: several people may use this computer. */
export function useOtherTabs(): readonly OtherTab[] {
  const [neighbours, setNeighbours] = useState<readonly OtherTab[]>([])
  useEffect(() => {
    const away = new AbortController()
    const found = (one: OtherTab) => setNeighbours((all) => [...all.filter(({ name }) => name !== one.name), one])
    findOtherTabs(found, away.signal)
    return () => away.abort()
  }, [])
  return neighbours
}

export function ByOtherTab({ neighbours }: { neighbours: readonly OtherTab[] }) {
  const words = useSignInWords()
  return (
    <Card title={words.otherTab}>
      <Group>
        {neighbours.map((neighbour) => (
          <Button key={neighbour.tab} onClick={() => takeOverSession(neighbour)}>
            {words.goOnAs(neighbour.name)}
          </Button>
        ))}
      </Group>
    </Card>
  )
}
