import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import {
  draftFrom,
  isEmptyTicketDraft,
  missingInProfile,
  newTicketDraft,
  type TicketContact,
  type TicketDraft,
} from '#client/ticket-draft.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { usePhotos } from '#web/components/photo-list.ts'
import { api, invalidate, refreshMe } from '#web/data/api.ts'
import { type Me, useMe } from '#web/data/hooks.ts'
import { randomName } from '#web/lib/random.ts'
import { storedDraft } from '#web/lib/stored-text.ts'
import { useFilingWords } from './filing-words.ts'

const keptDraft = storedDraft(localStorage, 'ticket')
const keptContact = storedDraft(sessionStorage, 'contact')

/** The ticket is kept in local storage; contact data only in the tab's session storage. */
const drafts = {
  read: (now: number): TicketDraft | undefined => draftFrom(keptDraft.get(), now),
  write: (value: TicketDraft): void => keptDraft.set(isEmptyTicketDraft(value) ? undefined : JSON.stringify(value)),
  contact: (): Partial<TicketContact> => JSON.parse(keptContact.get() ?? '{}'),
  keepContact: (value: TicketContact): void => keptContact.set(JSON.stringify(value)),
  clear(): void {
    keptDraft.set(undefined)
    keptContact.set(undefined)
  },
}

export type Filing = ReturnType<typeof useFiling>

/** A draft survives lost connections, reloads and logins. */
export function useFiling() {
  const { filed, device, model: deviceModel, description, owner, phone } = useFilingWords()
  const me = useMe()
  const [, go] = useLocation()
  const [found] = useState(() => drafts.read(Date.now()))
  const [draft, setDraft] = useState(() => found ?? newTicketDraft(randomName(), Date.now()))
  const [typed, setTyped] = useState(drafts.contact)
  const [entered, setEntered] = useState(false)
  if (me.data && !entered) setEntered(true)
  const photos = usePhotos(found?.pic)
  const contact = { owner: typed.owner ?? me.data?.name ?? '', phone: typed.phone ?? me.data?.phone ?? '' }

  const change = (to: Partial<TicketDraft>) => {
    const next = { ...draft, ...to, at: Date.now() }
    setDraft(next)
    drafts.write(next)
  }
  const keepPhotos = useEffectEvent((pic: readonly string[]) => change({ pic }))
  useEffect(() => keepPhotos(photos.urls), [photos.urls])

  const action = useAction({
    work: (sent: TicketDraft) => photos.sendWith((pic) => file({ ...sent, pic }, contact)),
    toast: filed,
    onSuccess: async (id) => {
      drafts.clear()
      if (me.data) void rememberContact(contact, me.data)
      await invalidate('tickets')
      go(id === null ? pages.myTickets : pages.ticket.replace(':id', id))
    },
    fields: { device, deviceModel, description, owner, phone },
  })

  return {
    draft,
    contact,
    restored: found !== undefined && !isEmptyTicketDraft(draft),
    guest: !me.data,
    ended: entered && !me.data,
    photos,
    action,
    change,
    changeContact(to: TicketContact) {
      setTyped(to)
      drafts.keepContact(to)
    },
    send: () => action.submit(draft),
    /** Sends the draft as a new ticket although an earlier one arrived. */
    sendAnother() {
      const next = { ...draft, key: randomName() }
      change(next)
      action.submit(next)
    },
    discard: drafts.clear,
  }
}

async function file(
  { key, at: _, device, deviceModel, description, pic, ...rest }: TicketDraft,
  { owner, phone }: TicketContact,
): Promise<string | null> {
  const texts = { device: device.trim(), deviceModel: deviceModel.trim(), description: description.trim() }
  // The kind decides. The old `type` field is still required by the interface.
  const sort = rest.kind > 1 ? { type: 0, kind: rest.kind } : { type: rest.kind }
  const lists = { accessories: [...rest.accessories], pic: [...pic] }
  let id: string | null = null
  const onHeaders = (header: (name: string) => string | null) => {
    id = header('x-ticket-id')
  }
  const contact = { owner: owner.trim(), phone: phone.trim() }
  await api.tickets.create({ ...sort, ...texts, ...lists, ...contact }, { key, onHeaders })
  return id
}

async function rememberContact(contact: TicketContact, profile: Me): Promise<void> {
  const lacking = missingInProfile(profile, contact)
  if (Object.keys(lacking).length > 0) await api.users.update(lacking).then(refreshMe, () => {})
}
