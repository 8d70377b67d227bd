import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

const load = () => api.proof.ways()

/** How a member can prove who they are. */
export type Ways = Awaited<ReturnType<typeof load>>

export const waysKey = ['me', 'ways']

export function useWays(isMember: boolean) {
  return useQuery({ queryKey: waysKey, queryFn: load, enabled: isMember })
}
