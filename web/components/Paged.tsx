import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { PageQuery } from '#web/data/queries.ts'
import { LoadError } from './errors.tsx'
import { Loading } from './Loading.tsx'
import { useWords } from './words.ts'

interface List {
  list: unknown[]
  total: number
  more?: boolean
}

/** A paged list. A new filter or search in the query starts at page one. */
export function Paged<L extends List, Key extends readonly unknown[]>({
  query: queryOf,
  count = 20,
  empty,
  place,
  children,
}: {
  query: (page: PageQuery) => UseQueryOptions<L, Error, L, Key>
  count?: number
  empty: ReactNode
  /** The page number, if the caller keeps it, for instance in the address. */
  place?: { readonly pageId: number; turn(to: number): void }
  children: (list: L['list'], answer: L) => ReactNode
}) {
  const words = useWords()
  const key = JSON.stringify(queryOf({ pageId: 1, count }).queryKey)
  const [at, setAt] = useState({ key, pageId: 1 })
  const own = { pageId: at.key === key ? at.pageId : 1, turn: (to: number) => setAt({ key, pageId: to }) }
  const { pageId, turn } = place ?? own
  const query = useQuery({ ...queryOf({ pageId, count }), placeholderData: keepPreviousData })
  // Rendering in pieces keeps a cheap phone responsive.
  const ready = useDeferredValue(!query.isPending)
  if (query.isPending || !ready) return <Loading />
  if (query.isError) return <LoadError error={query.error} retry={query.refetch} />
  const { list, total, more } = query.data
  if (total === 0) return empty
  const last = Math.ceil(total / count)
  // The list has become shorter than this page number.
  if (pageId > last && !query.isPlaceholderData) turn(last)
  const from = (pageId - 1) * count + 1
  return (
    <Stack aria-busy={query.isPlaceholderData}>
      {children(list, query.data)}
      {total > count && (
        <Group justify="space-between" gap="xs">
          <Button variant="default" flex="none" disabled={pageId === 1} onClick={() => turn(pageId - 1)}>
            {words.previous}
          </Button>
          <Text variant="secondary" ta="center" role="status">
            {words.range(from, from + list.length - 1, more ? `${total}+` : String(total))}
          </Text>
          <Button variant="default" flex="none" disabled={pageId >= last} onClick={() => turn(pageId + 1)}>
            {words.next}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
