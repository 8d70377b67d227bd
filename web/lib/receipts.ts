import { pages } from '#contract/team/pages.ts'
import { takeFromHash } from './hash-secret.ts'
import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

/** A receipt stored in this browser, so that a mail or bookmark needs no secret. */
export interface KeptReceipt {
  readonly receipt: string
  readonly id: number
  readonly device: string
}

interface Receipts {
  /** The newest first. */
  readonly list: readonly KeptReceipt[]
  /** The shown receipt; absent while the user chooses. */
  readonly shown: string | undefined
}

/** A limit for browsers that many people use. */
const most = 20
const stored = storedText(localStorage, 'fettle.receipts')
const adopting = storedText(sessionStorage, 'fettle.adopting')

const first = read(stored.get())
const receipts = createStore<Receipts>({
  list: first,
  shown: adopting.get() ?? (first.length === 1 ? first[0]?.receipt : undefined),
})

/** Stored data may be of another version or damaged. */
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
  const { receipt, id, device } = one as Partial<Record<keyof KeptReceipt, unknown>> // each field is checked below
  return typeof receipt === 'string' && typeof id === 'number' && typeof device === 'string'
}

function keep(list: readonly KeptReceipt[], shown: string | undefined): void {
  stored.set(list.length > 0 ? JSON.stringify(list) : undefined)
  receipts.set({ list, shown })
}

export const takeReceipt = takeFromHash(
  /^#([\w-]{16,128})$/,
  (receipt) => {
    const { list } = receipts.get()
    const before = list.find((one) => one.receipt === receipt) ?? { receipt, id: 0, device: '' }
    keep([before, ...list.filter((one) => one !== before)].slice(0, most), receipt)
  },
  pages.receipt,
)

export const useReceipts = (): Receipts => useStore(receipts)

export const showReceipt = (shown: string | undefined): void => receipts.set({ ...receipts.get(), shown })

/** Stores the ticket and device of a receipt. Older receipts of the same ticket have ended. */
export function nameReceipt(named: KeptReceipt): void {
  const { list, shown } = receipts.get()
  const before = list.find(({ receipt }) => receipt === named.receipt)
  if (!before || (before.id === named.id && before.device === named.device)) return
  keep(
    list.map((one) => (one === before ? named : one)).filter((one) => one === named || one.id !== named.id),
    shown,
  )
}

export function forgetReceipt(gone: string): void {
  const { list, shown } = receipts.get()
  keep(
    list.filter(({ receipt }) => receipt !== gone),
    shown,
  )
  if (wantsToAdopt(gone)) wantToAdopt(undefined)
}

/** The user adopts the ticket after a login that may leave the page. */
export const wantsToAdopt = (receipt: string): boolean => adopting.get() === receipt
export const wantToAdopt = (receipt: string | undefined): void => adopting.set(receipt)
