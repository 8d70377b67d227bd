import { useQuery } from '@tanstack/react-query'
import type { DutyInformation } from '#contract/duty.ts'
import { api, queries } from './api.ts'

export type Ticket = Awaited<ReturnType<typeof api.tickets.info>>
export type Summary = Awaited<ReturnType<typeof api.tickets.mine>>['list'][number]

export function useTicket(id: number) {
  return useQuery({ queryKey: ['tickets', 'info', id], queryFn: ({ signal }) => api.tickets.info({ id }, { signal }) })
}

/** The newest of my tickets. */
export function useMyTickets(count: number) {
  return useQuery({ queryKey: ['tickets', 'mine', 1, count], queryFn: () => api.tickets.mine({ count }) })
}

// What people change is told to the page; what the clock changes is not.
const withTheClock = { refetchInterval: 60_000 } as const

/** Whether the team is there, and when it will be. */
export function useDuty() {
  return useQuery({ queryKey: ['duty', 'info'], queryFn: () => api.duty.info(), ...withTheClock })
}

/** When duty goes on, in somebody's own words. What the service says by itself is the next opening, which is shown anyway. */
export function recovery({ dutyRecoverTime, next }: DutyInformation): string {
  return dutyRecoverTime === next?.from.slice(0, 16).replace('T', ' ') ? '' : dutyRecoverTime
}

export function useWeek() {
  return useQuery({ queryKey: ['duty', 'week'], queryFn: () => api.duty.week(), ...withTheClock })
}

/** Something about tickets has changed: whatever shows them looks again. */
export function ticketsChanged(): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['tickets'] })
}
