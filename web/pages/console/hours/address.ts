import { useLocation, useSearch } from 'wouter'
import { type HoursViewState, viewAddressOf, viewStateIn } from './view-address.ts'

/** Which days, which lines and which half of the page: all of it is in the address, so that the way back leads there. */
export function useHoursAddress(today: string) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const place = viewStateIn(search, today)
  const hrefOf = (change: Partial<HoursViewState>) => path + viewAddressOf({ ...place, ...change }, today)
  return {
    ...place,
    hrefOf,
    change: (change: Partial<HoursViewState>) => navigate(hrefOf(change), { replace: true }),
  }
}

export type HoursAddress = ReturnType<typeof useHoursAddress>
