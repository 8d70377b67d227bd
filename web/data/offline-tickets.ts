import type { TicketContact, TicketDraft } from '#client/ticket-draft.ts'
import { database, resultOfRequest } from '#web/lib/database.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { markQueued } from '#web/lib/tickets-queued.ts'
import { offlineStore } from './offline-store.ts'
import type { RefusalFacts } from './retry-policy.ts'

/** A photo of a ticket: its file, unless an earlier visit uploaded it, and its address once it is uploaded. */
export interface StoredPhoto {
  readonly file?: Blob | undefined
  readonly url?: string | undefined
}

/** A ticket that its owner has finished. It waits for a network or a login. Its draft has the idempotency key. */
export interface QueuedTicket {
  readonly draft: TicketDraft
  readonly contact: TicketContact
  readonly photos: readonly StoredPhoto[]
  /** The person who was logged in. Without one the ticket belongs to the person who logs in next. */
  readonly by?: number | undefined
  /** Needs no login: the team allows guests. */
  readonly asGuest: boolean
  /** When it was first sent without an answer: it may have arrived. */
  readonly tried?: number | undefined
  readonly refusal?: RefusalFacts | undefined
}

const [queue, photos] = ['queue', 'photos']
const change = database('fettle-tickets', 1, (db) => {
  db.createObjectStore(queue, { keyPath: 'draft.key' })
  db.createObjectStore(photos)
})

/** On a shared computer, and in a browser without storage, the queue is in this tab alone. */
const inStorage = async <T>(work: () => Promise<T>): Promise<T | undefined> =>
  rememberMe.isShared() ? undefined : work().catch(() => undefined)
const ofTab = new Map<string, QueuedTicket>()
let stored: readonly QueuedTicket[] = []

const tickets = offlineStore<readonly QueuedTicket[]>('fettle.tickets', [], async () => {
  const found = await inStorage(
    () => change([queue], async (of) => (await resultOfRequest(of(queue).getAll())) as QueuedTicket[]), // the code below writes it
  )
  stored = found ?? stored
  const all = [...stored.filter(({ draft }) => !ofTab.has(draft.key)), ...ofTab.values()]
  markQueued(all.length > 0)
  return all
})
export const useQueue = tickets.use
/** Reads the stored tickets, also those of other tabs. */
export const readQueue = tickets.refresh

/** Replaces a ticket that still waits; returns `false` for another. */
export async function updateTicket(ticket: QueuedTicket): Promise<boolean> {
  const waits = (await readQueue()).some(({ draft }) => draft.key === ticket.draft.key)
  if (waits) await putTicket(ticket)
  return waits
}

/** Adds or replaces a ticket. */
export async function putTicket(ticket: QueuedTicket): Promise<void> {
  const kept = await inStorage(() => change([queue], async (of) => of(queue).put(ticket)))
  if (kept) ofTab.delete(ticket.draft.key)
  else ofTab.set(ticket.draft.key, ticket)
  await tickets.changed()
}

export async function removeTicket(key: string): Promise<void> {
  ofTab.delete(key)
  await inStorage(() => change([queue], async (of) => of(queue).delete(key)))
  await tickets.changed()
}

/** Stores the photos of a draft, which cannot be uploaded before a login. */
export async function keepDraftPhotos(key: string, files: readonly Blob[]): Promise<void> {
  await inStorage(() =>
    change([photos], async (of) => {
      of(photos).clear()
      if (files.length > 0) of(photos).put(files, key)
    }),
  )
}

/** Reads and deletes the stored photos of a draft. */
export async function takeDraftPhotos(key: string): Promise<readonly Blob[]> {
  const found = await inStorage(() =>
    change([photos], async (of) => {
      const files: readonly Blob[] | undefined = await resultOfRequest(of(photos).get(key))
      of(photos).delete(key)
      return files
    }),
  )
  return found ?? []
}

/** Deletes everything, at a logout. */
export async function forgetTickets(): Promise<void> {
  ofTab.clear()
  stored = []
  markQueued(false)
  await tickets.clear(change, [queue, photos])
}
