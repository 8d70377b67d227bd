import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/api.ts'

export type Detail = Awaited<ReturnType<typeof api.admin.statsDetail>>

export function useDetail() {
  return useQuery({ queryKey: ['statistics'], queryFn: () => api.admin.statsDetail() })
}
