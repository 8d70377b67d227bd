import { keysOf } from '#kit/typed-keys.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'

/** Sizes in millimetres. The length of a roll depends on the content. */
export const papers = {
  a6: { width: 105, height: 148 },
  roll: { width: 80 },
  label: { width: 62 },
} as const satisfies Record<string, { readonly width: number; readonly height?: number }>

export type PaperName = keyof typeof papers
export const paperNames = keysOf(papers)

const isPaper = (name: string | undefined): name is PaperName => name !== undefined && Object.hasOwn(papers, name)

// Stored per browser, because it depends on the printer beside it.
const keptPaper = storedText(localStorage, 'fettle.paper')
const keptAtOnce = storedText(localStorage, 'fettle.print-at-once')
const first = keptPaper.get()
const paper = createStore<PaperName>(isPaper(first) ? first : 'a6')
const atOnce = createStore(keptAtOnce.get() !== undefined)

export const usePaper = (): PaperName => useStore(paper)
export const useAtOnce = (): boolean => useStore(atOnce)

export function choosePaper(name: PaperName): void {
  keptPaper.set(name)
  paper.set(name)
}

export function printAtOnce(yes: boolean): void {
  keptAtOnce.set(yes ? 'yes' : undefined)
  atOnce.set(yes)
}

/** The choices as a part of the address of a kiosk, because visitors there have no page to choose on. */
export const paperQuery = (paper: PaperName, atOnce: boolean): string => `?paper=${paper}${atOnce ? '&at-once' : ''}`

/** Takes these choices out of the address. */
export function takePaper(): void {
  const query = new URLSearchParams(location.search)
  const name = query.get('paper') ?? undefined
  if (!isPaper(name)) return
  choosePaper(name)
  printAtOnce(query.has('at-once'))
  history.replaceState(history.state, '', location.pathname + location.hash)
}

/** The CSS page size. A printer would rotate a page that is wider than long. */
export function pageSize(name: PaperName, long: number): string {
  const { width, height } = { height: Math.max(Math.ceil(long) + 1, papers[name].width + 1), ...papers[name] }
  return `${width}mm ${height}mm`
}
