import { type HourKind, type HourState, hourKinds, hourStates } from '#contract/hours/hour-fields.ts'
import { type Days, daysOfMonth, monthOfDays } from '#web/lib/days.ts'

export const hoursViews = ['lines', 'people', 'periods'] as const
export type HoursView = (typeof hoursViews)[number]

export interface LineFilter {
  readonly member: number
  readonly state: HourState | ''
  readonly kind: HourKind | ''
  readonly objected: boolean
}

export const noLineFilter: LineFilter = { member: 0, state: '', kind: '', objected: false }

export interface HoursViewState {
  readonly view: HoursView
  readonly days: Days
  readonly filter: LineFilter
}

export const isLineFiltered = (filter: LineFilter): boolean => JSON.stringify(filter) !== JSON.stringify(noLineFilter)

/** The query of the service. Incomplete dates are left out by it. */
export function lineQueryOf({ from, until }: Days, { member, state, kind, objected }: LineFilter = noLineFilter) {
  return {
    ...(from && { from }),
    ...(until && { until }),
    ...(member > 0 && { member }),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(objected && { only: 'objected' as const }),
  }
}

/** The query string, such as `?month=2026-10&state=proposed`. The current month is left out. */
export function viewAddressOf({ view, days, filter }: HoursViewState, today: string): string {
  const month = monthOfDays(days)
  const given = new URLSearchParams({
    ...(view !== 'lines' && { view }),
    ...(month ? month !== today.slice(0, 7) && { month } : { from: days.from, until: days.until }),
    ...(filter.member > 0 && { member: String(filter.member) }),
    ...(filter.state && { state: filter.state }),
    ...(filter.kind && { kind: filter.kind }),
    ...(filter.objected && { only: 'objected' }),
  }).toString()
  return given && `?${given}`
}

export function viewStateIn(address: string, today: string): HoursViewState {
  const given = new URLSearchParams(address)
  const oneOf = <T extends string>(name: string, known: readonly T[]) => known.find((one) => one === given.get(name))
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(given.get(name) ?? '')?.[0] ?? ''
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(given.get('month') ?? '')?.[0] ?? today.slice(0, 7)
  return {
    view: oneOf('view', hoursViews) ?? 'lines',
    days: given.has('from') ? { from: day('from'), until: day('until') } : daysOfMonth(month),
    filter: {
      member: /^[1-9]\d{0,8}$/.test(given.get('member') ?? '') ? Number(given.get('member')) : 0,
      state: oneOf('state', hourStates) ?? '',
      kind: oneOf('kind', hourKinds) ?? '',
      objected: given.get('only') === 'objected',
    },
  }
}
