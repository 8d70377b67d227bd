import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  contactFrom,
  draftFrom,
  isEmptyTicketDraft,
  newTicketDraft,
  type TicketContact,
  type TicketDraft,
} from '#client/ticket-draft.ts'
import { Failure } from '#contract/client.ts'
import { guestCode } from '#contract/people/login.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { checkTicket } from '#web/components/intake/draft.ts'
import { usePhotos } from '#web/components/photo-list.ts'
import { showToast } from '#web/components/toast-list.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { logIn } from '#web/data/log-in.ts'
import { putTicket, type QueuedTicket } from '#web/data/offline-tickets.ts'
import { queries } from '#web/data/queries.ts'
import { sendQueue } from '#web/data/send-offline-tickets.ts'
import { session } from '#web/data/session.ts'
import { expiredSession } from '#web/data/session-expired.ts'
import { submitTicket } from '#web/data/submit-ticket.ts'
import { nextFrom, signInFor } from '#web/lib/next.ts'
import { randomName } from '#web/lib/random.ts'
import { drafts, useHeldPhotos } from './drafts.ts'
import { useFilingWords } from './filing-words.ts'

export type Filing = ReturnType<typeof useFiling>

interface Submission {
  readonly draft: TicketDraft
  /** Log in first; the ticket is sent after that. */
  readonly login?: boolean
}

/** A draft survives lost connections, reloads and logins. */
export function useFiling() {
  const words = useFilingWords()
  const { device, model: deviceModel, description, owner, phone } = words
  const me = useMe()
  const [, go] = useLocation()
  const next = nextFrom(useSearch())
  const [found] = useState(() => draftFrom(drafts.ticket.get(), Date.now()))
  const [draft, setDraft] = useState(() => found ?? newTicketDraft(randomName(), Date.now()))
  const [typed, setTyped] = useState(() => contactFrom(drafts.contact.get(), Date.now()))
  const [entered, setEntered] = useState(false)
  if (me.data && !entered) setEntered(true)
  const photos = usePhotos({ known: found?.pic, held: !me.data })
  const known = useKnownContact()
  const contact = { owner: typed.owner ?? known.owner, phone: typed.phone ?? known.phone }
  const guests = useTeam().data?.logins.guest === true

  const change = (to: Partial<TicketDraft>) => {
    const next = { ...draft, ...to, at: Date.now() }
    setDraft(next)
    drafts.keep(next, photos.photos.length > 0)
  }
  const keepPhotos = useEffectEvent((pic: readonly string[]) => change({ pic }))
  useEffect(() => keepPhotos(photos.urls), [photos.urls])
  useHeldPhotos(photos, draft, found?.key)

  /** Keeps the ticket on this device, to be sent later. */
  const enqueue = async (sent: TicketDraft, { asGuest, tried }: Pick<QueuedTicket, 'asGuest' | 'tried'>) => {
    // A guest's tickets pass on to the next person, who is most likely the same.
    const by = me.data && !me.data.guest ? me.data.id : undefined
    await putTicket({ draft: sent, contact, photos: await photos.stored(), by, asGuest, tried })
    return 'queued' as const
  }
  const action = useAction({
    work: async ({ draft: sent, login = false }: Submission) => {
      checkTicket({ device: sent.device, phone: contact.phone })
      if (login) return enqueue(sent, { asGuest: false })
      try {
        if (!session.token() && !expiredSession()) await logIn({ code: guestCode })
        return { id: await photos.sendWith((pic) => submitTicket(sent, contact, pic)) }
      } catch (error) {
        // Without an answer it may have arrived. Its key makes repeats harmless.
        if (error instanceof Failure && error.status === 0) return enqueue(sent, { asGuest: guests, tried: Date.now() })
        throw error
      }
    },
    onSuccess: (result, { login }) => {
      drafts.clear()
      if (result === 'queued') {
        if (login) go(signInFor(next === pages.portal ? pages.newTicket : next))
        else void sendQueue()
        return
      }
      showToast(words.filed)
      if (next !== pages.portal && result.id !== null) go(`${next}?ticket=${result.id}`)
      else go(result.id === null ? pages.myTickets : pages.ticket.replace(':id', result.id))
    },
    fields: { device, deviceModel, description, owner, phone },
  })

  return {
    draft,
    contact,
    contactTyped: typed.owner !== undefined || typed.phone !== undefined,
    contactKnown: known.ready,
    restored: found !== undefined && !isEmptyTicketDraft(draft),
    loggedIn: Boolean(me.data),
    guests,
    ended: entered && !me.data,
    photos,
    action,
    change,
    changeContact(to: TicketContact) {
      setTyped(to)
      drafts.keepContact(to)
    },
    send: (login = false) => action.submit({ draft, login }),
    /** Sends the draft as a new ticket although an earlier one arrived. */
    sendAnother() {
      const next = { ...draft, key: randomName() }
      change(next)
      action.submit({ draft: next })
    },
    discard: drafts.clear,
  }
}

/** The contact of the latest ticket, else of the profile. */
function useKnownContact(): TicketContact & { readonly ready: boolean } {
  const me = useMe().data
  const latest = useQuery({ ...queries.tickets.mine({ pageId: 1, count: 1 }), enabled: Boolean(me) })
  const [ticket] = latest.data?.list ?? []
  return {
    owner: ticket?.owner || me?.name || '',
    phone: ticket?.phone || me?.phone || '',
    ready: !latest.isLoading,
  }
}
