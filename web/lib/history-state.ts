/** What the history of the browser keeps of a list beside its address, so that it is as it was on the way back. */
export interface ListState {
  /** What was searched for: names and phones belong into no address. */
  readonly text: string
  /** Who searched for it: it is for nobody who logs in after them. */
  readonly by: number
  /** How far the page was scrolled. */
  readonly y: number
}

/** What it keeps of a page that a list led to. */
export interface FromList {
  /** The address of the list, which is one step back. */
  readonly from: string
}

/** What the history keeps for the page that is shown; it may be of another page, or of an earlier version. */
export function historyState(): Partial<ListState & FromList> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}

export function updateHistoryState(place: Partial<ListState>): void {
  history.replaceState({ ...historyState(), ...place }, '')
}
