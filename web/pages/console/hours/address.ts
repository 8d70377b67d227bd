import { useLocation, useSearch } from 'wouter'
import { type HoursViewState, viewAddressOf, viewStateIn } from './view-address.ts'

/** The address holds the days, the filter and the view, so that the browser's back button restores them. */
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
