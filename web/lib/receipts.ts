import { pages } from '#contract/team/pages.ts'
import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

/** A receipt that this browser keeps, with what it was for: a mail, or a bookmark, leads to the page without the secret. */
export interface KeptReceipt {
  readonly receipt: string
  /** 0 until the service has known it. */
  readonly id: number
  readonly device: string
}

interface Receipts {
  /** The latest first. */
  readonly list: readonly KeptReceipt[]
  /** The one on the page; none where somebody is to choose. */
  readonly shown: string | undefined
}

/** More than anybody brings; a browser that many use keeps no more. */
const most = 20
const stored = storedText(localStorage, 'fettle.receipts')
const adopting = storedText(sessionStorage, 'fettle.adopting')

const first = read(stored.get())
const receipts = createStore<Receipts>({
  list: first,
  shown: adopting.get() ?? (first.length === 1 ? first[0]?.receipt : undefined),
})

/** What a browser kept may be of another version, or anybody's. */
function read(text: string | undefined): KeptReceipt[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(one: unknown): one is KeptReceipt {
  if (typeof one !== 'object' || one === null) return false
  const { receipt, id, device } = one as Partial<Record<keyof KeptReceipt, unknown>> // looked at field by field
  return typeof receipt === 'string' && typeof id === 'number' && typeof device === 'string'
}

function keep(list: readonly KeptReceipt[], shown: string | undefined): void {
  stored.set(list.length > 0 ? JSON.stringify(list) : undefined)
  receipts.set({ list, shown })
}

/** Takes the secret out of the address, where others would see it and the history would keep it. */
export function takeReceipt(): void {
  const receipt = /^#([\w-]{16,128})$/.exec(location.hash)?.[1]
  if (location.pathname !== pages.receipt || receipt === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const { list } = receipts.get()
  const before = list.find((one) => one.receipt === receipt) ?? { receipt, id: 0, device: '' }
  keep([before, ...list.filter((one) => one !== before)].slice(0, most), receipt)
}
takeReceipt()
addEventListener('hashchange', takeReceipt)

export const useReceipts = (): Receipts => useStore(receipts)

/** Which one is on the page; `undefined` to choose. */
export const showReceipt = (shown: string | undefined): void => receipts.set({ ...receipts.get(), shown })

/** The service knows it: that is what the choice between several says. Another one of the same ticket has ended. */
export function nameReceipt(named: KeptReceipt): void {
  const { list, shown } = receipts.get()
  const before = list.find(({ receipt }) => receipt === named.receipt)
  if (!before || (before.id === named.id && before.device === named.device)) return
  keep(
    list.map((one) => (one === before ? named : one)).filter((one) => one === named || one.id !== named.id),
    shown,
  )
}

/** Nothing of it stays here; what is on the page may. */
export function forgetReceipt(gone: string): void {
  const { list, shown } = receipts.get()
  keep(
    list.filter(({ receipt }) => receipt !== gone),
    shown,
  )
  if (wantsToAdopt(gone)) wantToAdopt(undefined)
}

/** Somebody has said that it is theirs, and logs in for it: that may lead away from here and back. */
export const wantsToAdopt = (receipt: string): boolean => adopting.get() === receipt
export const wantToAdopt = (receipt: string | undefined): void => adopting.set(receipt)
