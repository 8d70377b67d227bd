import { useEffect } from 'react'
import { kindInput } from '#client/ticket-draft.ts'
import { Failure } from '#contract/client.ts'
import { kioskSecret } from '#web/lib/kiosk-secret.ts'
import { randomName } from '#web/lib/random.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'
import { api, invalidate } from './api.ts'
import { isConnected } from './connection.ts'
import { attempt, sender } from './offline-sending.ts'
import { useSendOften } from './offline-timer.ts'
import {
  dropVisitor,
  giveNumber,
  hasUnsentVisitors,
  markArrived,
  markRefused,
  type NewVisitor,
  readWaiting,
  replaceVisitor,
  setPictures,
  storeVisitor,
  type WaitingVisitor,
} from './offline-visitors.ts'
import { refusalFacts } from './retry-policy.ts'
import { session } from './session.ts'
import { upload } from './upload.ts'

/** The number of a visitor that could not be stored; stored ones count from 1. */
const notStoredSeq = 0

export interface SentFiling {
  readonly seq: number
  readonly receipt: string
  /** Absent until the visitor was sent. */
  readonly id?: number | undefined
  readonly number?: string | undefined
}

/** Stores and sends a visitor. If others wait or nothing answers, it gets a number of this device and is sent later. */
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
  const ended = await outcome(kept)
  // Another tab may be sending it.
  return (
    ended ?? alone(async () => (await outcome(kept)) ?? { seq: kept.seq, receipt, number: await late(kept, today) })
  )
}

const late = async ({ seq, wish }: WaitingVisitor, today: string) =>
  wish.queue ? (await giveNumber(seq, today))?.number : undefined

/** For browsers without storage. The receipt makes repeats harmless. */
async function fileAtOnce(entry: NewVisitor): Promise<SentFiling> {
  const { id, number } = await post({ ...entry, seq: notStoredSeq, key: randomName(), at: Date.now() })
  await invalidate('tickets', 'visits', 'custody')
  return { seq: notStoredSeq, receipt: entry.receipt, id, number }
}

export async function fileVisitorAgain(
  entry: WaitingVisitor,
  wish: VisitorFields,
  photos: readonly Blob[],
): Promise<SentFiling> {
  const { seq, receipt, number } = entry
  await replaceVisitor(seq, wish, photos)
  await sendWaiting()
  return (await outcome(entry, true)) ?? { seq, receipt, number }
}

/** Nothing while the visitor waits. Throws a refusal, which stays stored only with `keepRefused`. */
async function outcome({ seq, receipt }: WaitingVisitor, keepRefused = false): Promise<SentFiling | undefined> {
  const { entries, sent } = await readWaiting()
  const there = sent.find((one) => one.seq === seq)
  if (there) return { seq, receipt, id: there.id, number: there.number }
  const refusal = entries.find((one) => one.seq === seq)?.refusal
  if (!refusal) return undefined
  if (!keepRefused) await dropVisitor(seq)
  throw new Failure(refusal.status, refusal.code, refusal.message, refusal)
}

const { alone, send: sendWaiting } = sender('fettle.waiting', sendAll)

export { sendWaiting }

/** A member sends all visitors; a kiosk sends only its own. */
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

/** Sends one visitor; returns whether to continue with the next. */
function send(entry: WaitingVisitor): Promise<boolean> {
  const { seq, receipt } = entry
  const work = async () => {
    const { id, number } = await post(entry)
    await markArrived(seq, id, number)
  }
  return attempt(work, () => entry.pic !== undefined && entry.pic.length > 0, {
    arrived: () => lookUp(seq, receipt),
    pictures: () => setPictures(seq, undefined),
    refused: (failure) => markRefused(seq, refusalFacts(failure)),
  })
}

/** Finds the ticket of a visitor whose answer was lost, by the receipt, unless that has ended. */
async function lookUp(seq: number, receipt: string): Promise<void> {
  const { ticket, visit } = await api.receipts.info({ receipt }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'receipt_unknown') return { ticket: { id: 0 }, visit: null }
    throw error
  })
  await markArrived(seq, ticket.id, visit?.number)
}

const soon = () => ({ signal: AbortSignal.timeout(10_000) })

async function post(entry: WaitingVisitor) {
  const { wish, receipt, number, day, lang, photos } = entry
  const given = { ...(number ? { number } : {}), ...(day ? { day } : {}), ...(lang ? { lang } : {}) }
  const common = { ...inputOf(wish), receipt, ...given }
  const kiosk = kioskSecret.get()
  if (!session.token() && kiosk) return api.counter.kioskCreate({ kiosk, ...common }, soon())
  const { key, pic } = photos.length > (entry.pic?.length ?? 0) ? await uploadPhotos(entry) : entry
  const { shelf, tag, queue } = wish
  const rest = { ...(shelf ? { shelf } : {}), ...(tag ? { tag } : {}), queue, ...(pic ? { pic: [...pic] } : {}) }
  return api.counter.create({ ...common, ...rest }, { key, ...soon() })
}

/** Uploads the photos. Each address is stored at once, so that a repeat uploads only the rest. */
async function uploadPhotos(entry: WaitingVisitor): Promise<WaitingVisitor> {
  let now = entry
  for (const photo of entry.photos.slice(entry.pic?.length ?? 0)) {
    const pic = [...(now.pic ?? []), await upload(photo)]
    now = (entry.seq === notStoredSeq ? undefined : await setPictures(entry.seq, pic)) ?? { ...now, pic }
  }
  return now
}

function inputOf({ kind, accessories, device, deviceModel, description, owner, phone, mail }: VisitorFields) {
  const texts = { deviceModel, description, owner, phone, mail }
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
  return {
    ...kindInput(kind),
    device: device.trim(),
    accessories: [...accessories],
    ...(Object.fromEntries(given) as Partial<typeof texts>), // with the same names
  }
}

export function useSendOfflineVisitors(): void {
  useEffect(() => void readWaiting().then(sendWaiting), [])
  useSendOften(() => hasUnsentVisitors() && sendWaiting())
}
