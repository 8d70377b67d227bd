import { Failure } from '#contract/client.ts'
import { guestCode } from '#contract/people/login.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { queryClient } from './api.ts'
import { connection } from './connection.ts'
import { logIn } from './log-in.ts'
import { type QueuedTicket, readQueue, removeTicket, type StoredPhoto, updateTicket } from './offline-tickets.ts'
import { queries } from './queries.ts'
import { refusalFacts, retryPolicy } from './retry-policy.ts'
import { session } from './session.ts'
import { expiredSession } from './session-expired.ts'
import { submitTicket } from './submit-ticket.ts'
import { upload } from './upload.ts'

/** A ticket of the queue that has just arrived. */
const arrived = createStore<{ readonly key: string; readonly id: string | null } | undefined>(undefined)
export const useArrivedTicket = () => useStore(arrived)

/** The service keeps idempotency keys for a day. After that another try could make a second ticket. */
const keyLives = 23 * 60 * 60 * 1000
export const isUnsure = ({ tried }: QueuedTicket) => tried !== undefined && Date.now() - tried > keyLives

export const waitsForOwner = (ticket: QueuedTicket): boolean => ticket.refusal !== undefined || isUnsure(ticket)

/** Tickets that another person of this browser has finished stay theirs. */
export const belongsTo = ({ by }: QueuedTicket, person: number | undefined): boolean =>
  by === undefined || by === person

let last: Promise<void> = Promise.resolve()

/** Sends what waits, in one tab at a time. In browsers without locks the idempotency keys prevent duplicates. */
export function sendQueue(): Promise<void> {
  const alone = () => ('locks' in navigator ? navigator.locks.request('fettle.tickets', sendAll) : sendAll())
  last = last.then(alone).catch(() => {})
  return last
}

async function sendAll(): Promise<void> {
  for (const ticket of await readQueue()) {
    if (!navigator.onLine) return
    if (!waitsForOwner(ticket) && (await hasLogin(ticket)) && !(await send(ticket))) return
  }
}

async function hasLogin(ticket: QueuedTicket): Promise<boolean> {
  const token = session.token()
  if (token) {
    const me = await queryClient.fetchQuery(queries.me.info(token))
    return me !== null && belongsTo(ticket, me.id)
  }
  if (!session.isKnown() || expiredSession() || ticket.by !== undefined || !ticket.asGuest) return false
  await logIn({ code: guestCode })
  return true
}

/** Returns whether to continue with the next ticket. */
async function send(ticket: QueuedTicket): Promise<boolean> {
  const { key } = ticket.draft
  let now = ticket
  const change = async (to: Partial<QueuedTicket>) => {
    now = { ...now, ...to }
    if (!(await updateTicket(now))) throw new TakenBack()
  }
  try {
    await uploadPhotos(ticket, (photos) => change({ photos }))
    await change({ tried: now.tried ?? Date.now() })
    const id = await submitTicket(now.draft, now.contact, urlsOf(now))
    await removeTicket(key)
    arrived.set({ key, id })
    return true
  } catch (error) {
    if (error instanceof TakenBack) return true
    if (!(error instanceof Failure)) throw error
    return afterFailure(error, now)
  }
}

/** The owner edits or has deleted it meanwhile. */
class TakenBack extends Error {}

async function afterFailure(failure: Failure, ticket: QueuedTicket): Promise<boolean> {
  switch (retryPolicy(failure, urlsOf(ticket).length > 0)) {
    case 'pictures': {
      // A photo of which only a deleted upload is left cannot be saved.
      const photos = ticket.photos.flatMap(({ file }) => (file ? [{ file }] : []))
      await updateTicket({ ...ticket, photos, tried: undefined })
      return false
    }
    case 'refused': {
      await updateTicket({ ...ticket, refusal: refusalFacts(failure) })
      return true
    }
    default:
      if (failure.status === 0) connection.onAnswer(false)
      return false
  }
}

const urlsOf = ({ photos }: QueuedTicket) => photos.flatMap(({ url }) => url ?? [])

/** Each address is stored at once, so that a repeat uploads only the rest. */
async function uploadPhotos(ticket: QueuedTicket, store: (photos: readonly StoredPhoto[]) => Promise<void>) {
  let photos = ticket.photos
  for (const [index, { file, url }] of ticket.photos.entries()) {
    if (url || !file) continue
    photos = photos.with(index, { file, url: await upload(file, () => {}, AbortSignal.timeout(120_000)) })
    await store(photos)
  }
}
