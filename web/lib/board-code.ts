import { boardCodeIn } from '#client/code.ts'
import { pages } from '#contract/team/pages.ts'
import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

/** The code of the board with which somebody came here, and when. */
interface Carried {
  readonly code: string
  readonly at: number
}

/** As long as the service takes it, so long it is worth keeping. */
const goodForMs = 60_000

// It outlives a login, which may lead away from here and back.
const stored = storedText(sessionStorage, 'fettle.board-code')
const carried = createStore(read(stored.get()))

function read(text: string | undefined): Carried | undefined {
  const [code = '', at = ''] = text?.split(' ') ?? []
  return code && Number.isFinite(Number(at)) ? { code, at: Number(at) } : undefined
}

/** Takes the code out of the address, where others would see it and the history would keep it. */
function take(): void {
  if (location.pathname !== pages.signShift || location.hash.length < 2) return
  const code = boardCodeIn(location.hash)
  history.replaceState(history.state, '', location.pathname)
  if (code !== undefined) keepBoardCode(code)
}

/** Somebody has it, by the camera or by hand: they sign with it now, or once they are logged in. */
export function keepBoardCode(code: string): void {
  const at = Date.now()
  stored.set(`${code} ${at}`)
  carried.set({ code, at })
}
take()
addEventListener('hashchange', take)

/** The code that was scanned, and whether that was longer ago than it is good for. */
export function useBoardCode(): { code: string | undefined; old: boolean } {
  const found = useStore(carried)
  const good = found !== undefined && Math.abs(Date.now() - found.at) < goodForMs
  return { code: good ? found.code : undefined, old: found !== undefined && !good }
}

/** It has been used, or refused. */
export function forgetBoardCode(): void {
  stored.set(undefined)
  carried.set(undefined)
}
