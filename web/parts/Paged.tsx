import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Failed } from './Failed.tsx'
import { Waiting } from './Waiting.tsx'
import { useWords } from './words.ts'

/** A list of the service's, a page at a time. With another `name` (a filter, a search) it begins at its first page again. */
export function Paged<T>({
  name,
  load,
  count = 20,
  empty,
  children,
}: {
  name: readonly unknown[]
  load: (
    page: { pageId: number; count: number },
    signal: AbortSignal,
  ) => Promise<{ list: T[]; total: number; more?: boolean }>
  count?: number
  empty: ReactNode
  children: (list: T[]) => ReactNode
}) {
  const words = useWords()
  const key = JSON.stringify(name)
  const [at, setAt] = useState({ key, pageId: 1 })
  const pageId = at.key === key ? at.pageId : 1
  const turn = (to: number) => setAt({ key, pageId: to })
  const query = useQuery({
    queryKey: [...name, pageId, count],
    queryFn: ({ signal }) => load({ pageId, count }, signal),
    placeholderData: keepPreviousData,
  })
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={query.refetch} />
  const { list, total, more } = query.data
  if (total === 0) return empty
  const last = Math.ceil(total / count)
  // The list has grown shorter than the page that somebody is on.
  if (pageId > last && !query.isPlaceholderData) turn(last)
  const from = (pageId - 1) * count + 1
  return (
    <Stack aria-busy={query.isPlaceholderData}>
      {children(list)}
      {total > count && (
        <Group justify="space-between">
          <Button variant="default" disabled={pageId === 1} onClick={() => turn(pageId - 1)}>
            {words.previous}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {words.range(from, from + list.length - 1, more ? `${total}+` : String(total))}
          </Text>
          <Button variant="default" disabled={pageId >= last} onClick={() => turn(pageId + 1)}>
            {words.next}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
