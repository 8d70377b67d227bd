import { boardCodeIn } from '#client/code.ts'
import { pages } from '#contract/team/pages.ts'
import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

interface CarriedCode {
  readonly code: string
  readonly at: number
}

/** The service accepts a code for this long. */
const goodForMs = 60_000

// Session storage outlives a login that leaves the page.
const stored = storedText(sessionStorage, 'fettle.board-code')
const carried = createStore(read(stored.get()))

function read(text: string | undefined): CarriedCode | undefined {
  const [code = '', at = ''] = text?.split(' ') ?? []
  return code && Number.isFinite(Number(at)) ? { code, at: Number(at) } : undefined
}

/** Removes the code from the address bar and the history. */
function take(): void {
  if (location.pathname !== pages.signShift || location.hash.length < 2) return
  const code = boardCodeIn(location.hash)
  history.replaceState(history.state, '', location.pathname)
  if (code !== undefined) keepBoardCode(code)
}

/** Keeps a code that was scanned or typed until the member is logged in. */
export function keepBoardCode(code: string): void {
  const at = Date.now()
  stored.set(`${code} ${at}`)
  carried.set({ code, at })
}
take()
addEventListener('hashchange', take)

/** The code, or whether it is too old. */
export function useBoardCode(): { code: string | undefined; old: boolean } {
  const found = useStore(carried)
  const good = found !== undefined && Math.abs(Date.now() - found.at) < goodForMs
  return { code: good ? found.code : undefined, old: found !== undefined && !good }
}

export function forgetBoardCode(): void {
  stored.set(undefined)
  carried.set(undefined)
}
