import { useEffect, useEffectEvent, useRef } from 'react'
import { isEmptyTicketDraft, type TicketContact, type TicketDraft } from '#client/ticket-draft.ts'
import type { PhotoList } from '#web/components/photo-list.ts'
import { keepDraftPhotos, type QueuedTicket, removeTicket, takeDraftPhotos } from '#web/data/offline-tickets.ts'
import { isKeyExpired } from '#web/data/send-offline-tickets.ts'
import { randomName } from '#web/lib/random.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { storedDraft } from '#web/lib/stored-text.ts'

/** Typed text survives closing the tab. On a shared computer the next person must not read a name or number. */
export const drafts = {
  ticket: storedDraft(localStorage, 'ticket'),
  contact: storedDraft(rememberMe.isShared() ? sessionStorage : localStorage, 'contact'),
  keep(draft: TicketDraft, hasPhotos = false): void {
    drafts.ticket.set(isEmptyTicketDraft(draft) && !hasPhotos ? undefined : JSON.stringify(draft))
  },
  keepContact: (value: TicketContact): void => drafts.contact.set(JSON.stringify({ ...value, at: Date.now() })),
  clear(): void {
    drafts.ticket.set(undefined)
    drafts.contact.set(undefined)
    void keepDraftPhotos('', [])
  },
}

/** Takes a finished ticket out of the queue, to be edited. */
export async function moveBackToDraft(ticket: QueuedTicket): Promise<void> {
  const { draft, contact, photos } = ticket
  // If it may have arrived long ago, the next try is another ticket.
  const key = isKeyExpired(ticket) ? randomName() : draft.key
  drafts.keep({ ...draft, key, at: Date.now(), pic: photos.flatMap(({ url }) => url ?? []) }, true)
  drafts.keepContact(contact)
  await keepDraftPhotos(
    key,
    photos.flatMap(({ file, url }) => (file && !url ? [file] : [])),
  )
  await removeTicket(draft.key)
}

/** Keeps photos that wait for a login in the browser, and brings back those of the draft `found`. */
export function useHeldPhotos(photos: PhotoList, draft: TicketDraft, found: string | undefined): void {
  const restore = useEffectEvent((files: readonly Blob[]) =>
    photos.add(files.map((file) => new File([file], 'photo', { type: file.type }))),
  )
  useEffect(() => {
    if (found) void takeDraftPhotos(found).then(restore)
  }, [found])
  const held = photos.photos.flatMap((photo) => (photo.held ? [photo.id] : [])).join()
  const kept = useRef('')
  const keep = useEffectEvent(async (ids: string) => {
    if (ids === kept.current) return
    kept.current = ids
    drafts.keep(draft, ids !== '')
    const stored = await photos.stored()
    await keepDraftPhotos(
      draft.key,
      stored.flatMap(({ file, url }) => (file && !url ? [file] : [])),
    )
  })
  useEffect(() => void keep(held), [held])
}
