/** The history state of a list, which restores it on the way back. */
export interface ListState {
  /** The search text: names and phones must not be in an address. */
  readonly text: string
  /** The user who searched: another user must not see it. */
  readonly by: number
  readonly y: number
}

/** The history state of a page opened from a list. */
export interface FromList {
  readonly from: string
}

/** The state may be of another page or an earlier version. */
export function historyState(): Partial<ListState & FromList> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}

export function updateHistoryState(place: Partial<ListState>): void {
  history.replaceState({ ...historyState(), ...place }, '')
}
