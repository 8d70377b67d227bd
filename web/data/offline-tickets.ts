import type { TicketContact, TicketDraft } from '#client/ticket-draft.ts'
import { answered, database } from '#web/lib/database.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { markQueued } from '#web/lib/tickets-queued.ts'
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

const known = createStore<readonly QueuedTicket[]>([])
const tabs = new BroadcastChannel('fettle.tickets')
tabs.addEventListener('message', () => void readQueue())

export const useQueue = (): readonly QueuedTicket[] => useStore(known)

/** On a shared computer, and in a browser without storage, the queue is in this tab alone. */
const inStorage = async <T>(work: () => Promise<T>): Promise<T | undefined> =>
  rememberMe.isShared() ? undefined : work().catch(() => undefined)
const ofTab = new Set<string>()

/** Reads the stored tickets, also those of other tabs. */
export async function readQueue(): Promise<readonly QueuedTicket[]> {
  const stored = await inStorage(
    () => change([queue], async (of) => (await answered(of(queue).getAll())) as QueuedTicket[]), // the code below writes it
  )
  if (stored) show([...stored, ...known.get().filter(({ draft }) => ofTab.has(draft.key))])
  return known.get()
}

function show(tickets: readonly QueuedTicket[]): void {
  known.set(tickets)
  markQueued(tickets.length > 0)
}

const without = (key: string) => known.get().filter(({ draft }) => draft.key !== key)

/** Replaces a ticket that still waits; returns `false` for another. */
export async function updateTicket(ticket: QueuedTicket): Promise<boolean> {
  const waits = (await readQueue()).some(({ draft }) => draft.key === ticket.draft.key)
  if (waits) await putTicket(ticket)
  return waits
}

/** Adds or replaces a ticket. */
export async function putTicket(ticket: QueuedTicket): Promise<void> {
  const { key } = ticket.draft
  show([...without(key), ticket])
  const kept = await inStorage(() => change([queue], async (of) => of(queue).put(ticket)))
  if (!kept) ofTab.add(key)
  tabs.postMessage('changed')
}

export async function removeTicket(key: string): Promise<void> {
  show(without(key))
  ofTab.delete(key)
  await inStorage(() => change([queue], async (of) => of(queue).delete(key)))
  tabs.postMessage('changed')
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
      const files: readonly Blob[] | undefined = await answered(of(photos).get(key))
      of(photos).delete(key)
      return files
    }),
  )
  return found ?? []
}

/** Deletes everything, at a logout. */
export async function forgetTickets(): Promise<void> {
  show([])
  ofTab.clear()
  await change([queue, photos], async (of) => {
    of(queue).clear()
    of(photos).clear()
  }).catch(() => {})
  tabs.postMessage('changed')
}
