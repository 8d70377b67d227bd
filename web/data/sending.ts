import { useEffect } from 'react'
import { Failure } from '#contract/client.ts'
import { kioskSecret } from '#web/lib/kiosk-secret.ts'
import { randomName } from '#web/lib/random.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'
import { api, invalidate } from './api.ts'
import { connection, isConnected, useConnected } from './connection.ts'
import { retryPolicy } from './retry-policy.ts'
import { session, useToken } from './session.ts'
import { upload } from './upload.ts'
import {
  anyWaits,
  dropVisitor,
  giveNumber,
  markArrived,
  markRefused,
  type NewVisitor,
  readWaiting,
  replaceVisitor,
  setPictures,
  storeVisitor,
  type WaitingVisitor,
} from './waiting.ts'

const second = 1000
/** In the place of what is kept has: those count from 1. */
const unkept = 0

/** How somebody at the counter or the kiosk is told of what was filed. */
export interface SentFiling {
  readonly seq: number
  readonly receipt: string
  /** The ticket; nothing until it has been sent. */
  readonly id?: number | undefined
  readonly number?: string | undefined
}

/**
 * Files somebody: kept here first, then sent. Where nobody answers, or others wait before them, they get a number of this device on
 * that day, and are sent later. Throws what the service refuses; then nothing is kept.
 */
export async function fileVisitor(entry: NewVisitor, today: string): Promise<SentFiling> {
  const { receipt, wish } = entry
  const before = (await readWaiting()).entries.some((other) => !other.refusal && maySend(other))
  const later = before || !isConnected() || !maySend(entry)
  const kept = await storeVisitor(entry, later && wish.queue ? today : undefined).catch((error: unknown) => {
    if (later) throw error
    return undefined
  })
  if (!kept) return fileAtOnce(entry)
  const sending = sendWaiting()
  if (later) return { seq: kept.seq, receipt, number: kept.number }
  await sending
  const ended = await outcome(kept.seq)
  if (ended) return { seq: kept.seq, receipt, ...ended }
  // Another tab may be sending it this very moment.
  return alone(async () => {
    const arrivedNow = await outcome(kept.seq)
    if (arrivedNow) return { seq: kept.seq, receipt, ...arrivedNow }
    const numbered = wish.queue ? await giveNumber(kept.seq, today) : undefined
    return { seq: kept.seq, receipt, number: numbered?.number }
  })
}

/** Where the browser keeps nothing, all is well as long as the service answers. Said again, the same receipt is the same visitor. */
async function fileAtOnce(entry: NewVisitor): Promise<SentFiling> {
  const { id, number } = await post({ ...entry, seq: unkept, key: randomName(), at: Date.now() })
  await invalidate('tickets', 'visits', 'custody')
  return { seq: unkept, receipt: entry.receipt, id, number }
}

/** Sends somebody once more whom the service had refused, with what was mended. Throws what it refuses now. */
export async function fileVisitorAgain(
  { seq, receipt, number }: WaitingVisitor,
  wish: VisitorFields,
  photos: readonly Blob[],
): Promise<SentFiling> {
  await replaceVisitor(seq, wish, photos)
  await sendWaiting()
  return { seq, receipt, number, ...(await outcome(seq, true)) }
}

/** What became of one: where it arrived, or nothing while it waits. What was refused is thrown, and kept only if somebody says so. */
async function outcome(
  seq: number,
  keepRefused = false,
): Promise<{ id: number; number?: string | undefined } | undefined> {
  const { entries, sent } = await readWaiting()
  const there = sent.find((one) => one.seq === seq)
  if (there) return { id: there.id, number: there.number }
  const refusal = entries.find((one) => one.seq === seq)?.refusal
  if (!refusal) return undefined
  if (!keepRefused) await dropVisitor(seq)
  throw new Failure(refusal.status, refusal.code, refusal.message, refusal)
}

/** One tab at a time. The keys see to it that nothing is filed twice even where a browser has no locks. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('fettle.waiting', work) : work()
}

let last: Promise<void> = Promise.resolve()

/** Sends what waits, in its order. */
export function sendWaiting(): Promise<void> {
  // Each begins anew when the one before is through: it may have looked before this entry came.
  last = last.then(() => alone(sendAll)).catch(() => {})
  return last
}

/** A member sends everything; a kiosk only what was registered at one. */
const maySend = ({ by }: Pick<WaitingVisitor, 'by'>) =>
  session.token() !== undefined || (by === 'kiosk' && kioskSecret.get() !== undefined)

async function sendAll(): Promise<void> {
  let any = false
  while (navigator.onLine) {
    const next = (await readWaiting()).entries.find((entry) => !entry.refusal && maySend(entry))
    if (!next || !(await send(next))) break
    any = true
  }
  if (any) await invalidate('tickets', 'visits', 'custody')
}

/** Sends one, and answers whether to go on with the next. */
async function send(entry: WaitingVisitor): Promise<boolean> {
  const { seq, receipt } = entry
  try {
    const { id, number } = await post(entry)
    await markArrived(seq, id, number)
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    switch (retryPolicy(error, entry.pic !== undefined && entry.pic.length > 0)) {
      case 'wait':
        if (error.status === 0) connection.onAnswer(false)
        return false
      case 'arrived':
        await lookUp(seq, receipt)
        return true
      case 'pictures':
        await setPictures(seq, undefined)
        return true
      case 'refused':
        await markRefused(seq, {
          status: error.status,
          code: error.code,
          message: error.message,
          field: error.field,
          flaw: error.flaw,
          limit: error.limit,
        })
        return true
    }
  }
}

/** What has arrived unanswered is found by its receipt, unless that has ended by now. */
async function lookUp(seq: number, receipt: string): Promise<void> {
  const { ticket, visit } = await api.receipts.info({ receipt }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'receipt_unknown') return { ticket: { id: 0 }, visit: null }
    throw error
  })
  await markArrived(seq, ticket.id, visit?.number)
}

const within = (seconds: number) => ({ signal: AbortSignal.timeout(seconds * second) })

async function post(entry: WaitingVisitor) {
  const { wish, receipt, number, day, lang, photos } = entry
  const given = { ...(number ? { number } : {}), ...(day ? { day } : {}), ...(lang ? { lang } : {}) }
  const common = { ...inputOf(wish), receipt, ...given }
  const kiosk = kioskSecret.get()
  if (!session.token() && kiosk) return api.counter.kioskCreate({ kiosk, ...common }, within(10))
  const { key, pic } = photos.length > (entry.pic?.length ?? 0) ? await uploaded(entry) : entry
  const { shelf, tag, queue } = wish
  const rest = { ...(shelf ? { shelf } : {}), ...(tag ? { tag } : {}), queue, ...(pic ? { pic: [...pic] } : {}) }
  return api.counter.create({ ...common, ...rest }, { key, ...within(10) })
}

/** With the addresses of its photos. Each is kept at once: when it is sent again, only the rest is uploaded. */
async function uploaded(entry: WaitingVisitor): Promise<WaitingVisitor> {
  let now = entry
  for (const photo of entry.photos.slice(entry.pic?.length ?? 0)) {
    const pic = [...(now.pic ?? []), await upload(photo, () => {}, AbortSignal.timeout(120 * second))]
    now = (entry.seq === unkept ? undefined : await setPictures(entry.seq, pic)) ?? { ...now, pic }
  }
  return now
}

/** As the service wants it: what is empty is left out. */
function inputOf({ kind, accessories, device, deviceModel, description, owner, phone, mail }: VisitorFields) {
  const texts = { deviceModel, description, owner, phone, mail }
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
  return {
    // Whichever type goes with a kind, the kind decides.
    ...(kind > 1 ? { type: 0, kind } : { type: kind }),
    device: device.trim(),
    accessories: [...accessories],
    ...(Object.fromEntries(given) as Partial<typeof texts>), // of the same names
  }
}

/** Sends what waits when there is a network again, or somebody who may, and now and then. */
export function useSending(): void {
  const connected = useConnected()
  const token = useToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to try
  useEffect(() => {
    void readWaiting()
    void sendWaiting()
    const timer = setInterval(() => {
      if (anyWaits()) void sendWaiting()
    }, 4 * second)
    return () => clearInterval(timer)
  }, [connected, token])
}
