import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/api.ts'

/** How forwarding stands: how many there are of each state, and what the other system is. */
export function useForwarding() {
  return useQuery({ queryKey: ['external', 'counts'], queryFn: () => api.external.list({ count: 1 }) })
}
