import { guestCode } from '#contract/people/login.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { queryClient } from './api.ts'
import { logIn } from './log-in.ts'
import { attempt, sender } from './offline-sending.ts'
import { type QueuedTicket, readQueue, removeTicket, updateTicket } from './offline-tickets.ts'
import { queries } from './queries.ts'
import { refusalFacts } from './retry-policy.ts'
import { session } from './session.ts'
import { expiredSession } from './session-expired.ts'
import { submitTicket } from './submit-ticket.ts'
import { upload } from './upload.ts'

/** A ticket of the queue that has just arrived. */
const arrived = createStore<{ readonly key: string; readonly id: string | null } | undefined>(undefined)
export const useArrivedTicket = () => useStore(arrived)

/** The service keeps idempotency keys for a day. After that another try could make a second ticket. */
const keyLives = 23 * 60 * 60 * 1000
export const isKeyExpired = ({ tried }: QueuedTicket) => tried !== undefined && Date.now() - tried > keyLives

export const waitsForOwner = (ticket: QueuedTicket): boolean => ticket.refusal !== undefined || isKeyExpired(ticket)

/** Tickets that another person of this browser has finished stay theirs. */
export const belongsTo = ({ by }: QueuedTicket, person: number | undefined): boolean =>
  by === undefined || by === person

export const { send: sendQueue } = sender('fettle.tickets', sendAll)

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
function send(ticket: QueuedTicket): Promise<boolean> {
  let now = ticket
  /** Returns `false` if the owner edits or has deleted it meanwhile. */
  const change = (to: Partial<QueuedTicket>) => {
    now = { ...now, ...to }
    return updateTicket(now)
  }
  const work = async () => {
    for (const [index, { file, url }] of ticket.photos.entries()) {
      if (url || !file) continue
      const photos = now.photos.with(index, { file, url: await upload(file) })
      if (!(await change({ photos }))) return // stored at once, so that a repeat uploads only the rest
    }
    if (!(await change({ tried: now.tried ?? Date.now() }))) return
    const id = await submitTicket(now.draft, now.contact, urlsOf(now))
    const { key } = now.draft
    await removeTicket(key)
    arrived.set({ key, id })
  }
  return attempt(work, () => urlsOf(now).length > 0, {
    // A photo of which only a deleted upload is left cannot be saved.
    pictures: () => change({ photos: now.photos.flatMap(({ file }) => (file ? [{ file }] : [])), tried: undefined }),
    refused: (failure) => change({ refusal: refusalFacts(failure) }),
  })
}

const urlsOf = ({ photos }: QueuedTicket) => photos.flatMap(({ url }) => url ?? [])
