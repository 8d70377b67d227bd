import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** Whom a ticket or a shift can be given to; nobody until it is known. */
export function useColleagues() {
  const all = useQuery({ queryKey: ['colleagues'], queryFn: () => api.members.list(), staleTime: 60_000 })
  return all.data?.list ?? []
}
