import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { goOnAs, lookAround, type Neighbour } from '#web/data/tabs.ts'
import { useSignInWords } from './words.ts'

/** Who is logged in in other tabs of this browser. Each person once, and nobody without a tap: others may sit here too. */
export function useNeighbours(): readonly Neighbour[] {
  const [neighbours, setNeighbours] = useState<readonly Neighbour[]>([])
  useEffect(() => {
    const away = new AbortController()
    const found = (one: Neighbour) => setNeighbours((all) => [...all.filter(({ name }) => name !== one.name), one])
    lookAround(found, away.signal)
    return () => away.abort()
  }, [])
  return neighbours
}

export function ByOtherTab({ neighbours }: { neighbours: readonly Neighbour[] }) {
  const words = useSignInWords()
  return (
    <Card title={words.otherTab}>
      <Group>
        {neighbours.map((neighbour) => (
          <Button key={neighbour.tab} onClick={() => goOnAs(neighbour)}>
            {words.goOnAs(neighbour.name)}
          </Button>
        ))}
      </Group>
    </Card>
  )
}
