import type { Lang } from '#contract/languages.ts'
import { database, resultOfRequest } from '#web/lib/database.ts'
import { type DeviceNumbers, nextNumber, numberText } from '#web/lib/device-number.ts'
import { randomName } from '#web/lib/random.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'
import { offlineStore } from './offline-store.ts'
import type { RefusalFacts } from './retry-policy.ts'

export interface WaitingVisitor {
  /** The order of sending. */
  readonly seq: number
  /** The idempotency key of this content. */
  readonly key: string
  readonly receipt: string
  readonly at: number
  readonly by: 'counter' | 'kiosk'
  /** Browsers have stored it under this name. */
  readonly wish: VisitorFields
  readonly photos: readonly Blob[]
  readonly lang?: Lang | undefined
  /** Addresses of the photos uploaded so far. */
  readonly pic?: readonly string[] | undefined
  /** The number of this device that was given out without a network. */
  readonly number?: string | undefined
  readonly day?: string | undefined
  readonly refusal?: RefusalFacts | undefined
}

/** A visitor that was sent. The content is deleted. */
export interface SentVisitor {
  readonly seq: number
  readonly at: number
  /** 0 if the receipt has ended before the ticket was known. */
  readonly id: number
  readonly number?: string | undefined
  /** The number on paper, if the service gave another one. */
  readonly paper?: string | undefined
}

export type NewVisitor = Pick<WaitingVisitor, 'receipt' | 'by' | 'wish' | 'photos' | 'lang'>

const [entries, sent, numbers] = ['entries', 'sent', 'numbers']
const change = database('fettle', 1, (db) => {
  db.createObjectStore(entries, { keyPath: 'seq', autoIncrement: true })
  db.createObjectStore(sent, { keyPath: 'seq' })
  db.createObjectStore(numbers)
})

const none: { readonly entries: readonly WaitingVisitor[]; readonly sent: readonly SentVisitor[] } = {
  entries: [],
  sent: [],
}
const day = 24 * 60 * 60 * 1000

const waiting = offlineStore('fettle.waiting', none, () =>
  change([entries, sent], async (of) => {
    const old = Date.now() - day
    const all = (await resultOfRequest(of(sent).getAll())) as SentVisitor[] // the code below writes it
    for (const { seq, at } of all) if (at < old) of(sent).delete(seq)
    return {
      entries: (await resultOfRequest(of(entries).getAll())) as WaitingVisitor[],
      sent: all.filter(({ at }) => at >= old),
    }
  }),
)
const { changed } = waiting
export const useWaiting = waiting.use
/** Reads the stored visitors, also those of other tabs. */
export const readWaiting = waiting.refresh

export const hasUnsentVisitors = (): boolean => waiting.get().entries.some(({ refusal }) => !refusal)

export const useWaitingCount = (): number => useWaiting().entries.length

let askedToKeep = false

/** Asks the browser to keep the data when space runs out. Browsers offer this only over HTTPS. */
function requestPersistentStorage(): void {
  if (askedToKeep) return
  askedToKeep = true
  void navigator.storage?.persist().catch(() => {})
}

export function storeVisitor(entry: NewVisitor, numberOn: string | undefined): Promise<WaitingVisitor> {
  requestPersistentStorage()
  return change([entries, numbers], async (of) => {
    const number = numberOn === undefined ? undefined : await takeNumber(of(numbers), numberOn)
    const whole = { ...entry, key: randomName(), at: Date.now(), number, day: numberOn }
    const seq = await resultOfRequest(of(entries).add(whole))
    return { ...whole, seq: Number(seq) }
  }).then(changed)
}

async function takeNumber(of: IDBObjectStore, on: string): Promise<string> {
  const last: DeviceNumbers | undefined = await resultOfRequest(of.get('last'))
  const next = nextNumber(last, on)
  of.put(next, 'last')
  return numberText(next)
}

/** Changes a stored visitor. Other content needs another idempotency key. */
async function update(
  seq: number,
  to: (entry: WaitingVisitor, of: (name: string) => IDBObjectStore) => Promise<WaitingVisitor>,
) {
  const entry = await change([entries, numbers], async (of) => {
    const found: WaitingVisitor | undefined = await resultOfRequest(of(entries).get(seq))
    if (!found) return undefined
    const next = await to(found, of)
    of(entries).put(next)
    return next
  })
  return changed(entry)
}

export const giveNumber = (seq: number, on: string): Promise<WaitingVisitor | undefined> =>
  update(seq, async (entry, of) =>
    entry.number ? entry : { ...entry, number: await takeNumber(of(numbers), on), day: on, key: randomName() },
  )

export const setPictures = (seq: number, pic: readonly string[] | undefined): Promise<WaitingVisitor | undefined> =>
  update(seq, async (entry) => ({ ...entry, pic, key: randomName() }))

export const markRefused = (seq: number, refusal: RefusalFacts | undefined): Promise<WaitingVisitor | undefined> =>
  update(seq, async (entry) => ({ ...entry, refusal }))

/** Stores corrected content. The receipt and the number on paper stay. */
export const replaceVisitor = (seq: number, wish: VisitorFields, photos: readonly Blob[]) =>
  update(seq, async (entry) => ({ ...entry, wish, photos, pic: undefined, refusal: undefined, key: randomName() }))

export async function dropVisitor(seq: number): Promise<void> {
  await change([entries], async (of) => of(entries).delete(seq))
  await changed()
}

export async function markArrived(seq: number, id: number, number: string | undefined): Promise<void> {
  await change([entries, sent], async (of) => {
    const entry: WaitingVisitor | undefined = await resultOfRequest(of(entries).get(seq))
    const paper = number === undefined || entry?.number === number ? undefined : entry?.number
    of(entries).delete(seq)
    of(sent).put({ seq, at: Date.now(), id, number, paper } satisfies SentVisitor)
  })
  await changed()
}

/** Deletes all visitors. The numbers given out today stay, so that none is given out twice. */
export const forgetVisitors = (): Promise<void> => waiting.clear(change, [entries, sent])
