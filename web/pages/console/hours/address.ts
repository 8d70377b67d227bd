import { useLocation, useSearch } from 'wouter'
import { addressOf, type Place, placeIn } from './filter.ts'

/** Which days, which lines and which half of the page: all of it is in the address, so that the way back leads there. */
export function usePlace(today: string) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const place = placeIn(search, today)
  const hrefOf = (change: Partial<Place>) => path + addressOf({ ...place, ...change }, today)
  return {
    ...place,
    hrefOf,
    change: (change: Partial<Place>) => navigate(hrefOf(change), { replace: true }),
  }
}

export type HoursPlace = ReturnType<typeof usePlace>
