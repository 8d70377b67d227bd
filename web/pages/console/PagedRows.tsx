import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Rows } from '#web/components/Rows.tsx'
import type { PageQuery } from '#web/data/queries.ts'

interface Props<L extends { list: unknown[]; total: number }, Key extends readonly unknown[]> {
  query: (page: PageQuery) => UseQueryOptions<L, Error, L, Key>
  count?: number
  empty: ComponentProps<typeof EmptyState>
  /** Each row needs a key. */
  children: (row: L['list'][number], index: number) => ReactNode
}

export function PagedRows<L extends { list: unknown[]; total: number }, Key extends readonly unknown[]>({
  empty,
  children,
  ...paged
}: Props<L, Key>) {
  return (
    <Paged {...paged} empty={<EmptyState {...empty} />}>
      {(list) => <Rows>{list.map(children)}</Rows>}
    </Paged>
  )
}
