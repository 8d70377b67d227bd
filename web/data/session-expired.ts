import { useEffect } from 'react'
import type { Client } from '#contract/client.ts'
import { createStore, useStore } from '#web/lib/store.ts'

export type Me = NonNullable<Awaited<ReturnType<Client['users']['me']>>['user']>
export type HeldRole = 'user' | 'member' | 'admin'

/** Somebody whose session, or membership, ran out while a page of theirs was open. It stays as it is until they are back. */
interface Ended {
  readonly person: Me
  readonly token: string
  readonly back: PromiseWithResolvers<boolean>
}

const ended = createStore<Ended | undefined>(undefined)
const openPages: HeldRole[] = []

/** A page for those with this role is open: what was typed into it is kept when they lose it. */
export function useKeepOnExpiry(role: HeldRole): void {
  useEffect(() => {
    openPages.push(role)
    return () => void openPages.splice(openPages.indexOf(role), 1)
  }, [role])
}

export const expiredSession = (): Pick<Ended, 'person' | 'token'> | undefined => ended.get()
export const useExpiredPerson = (): Me | undefined => useStore(ended)?.person

/** Waits for somebody who is logged in no longer, or only as less than they were, if an open page needs that. */
export function expireSession(person: Me, now: Me | null, token: string): boolean {
  const needed = now
    ? hasLostMembership(now, person) && openPages.some((role) => role !== 'user')
    : openPages.length > 0
  if (needed && !ended.get()) ended.set({ person, token, back: Promise.withResolvers() })
  return needed
}

/** Whether somebody is no longer the member that they were. */
export const hasLostMembership = (now: Me, before: Me): boolean => before.member !== null && now.member === null

/** They are back, or will not come. */
export function endExpiry(back: boolean): void {
  const awaited = ended.get()
  ended.set(undefined)
  awaited?.back.resolve(back)
}

/** Whether whoever is waited for has come back; `false` at once where nobody is. */
export async function hasReturned(): Promise<boolean> {
  return ended.get()?.back.promise ?? false
}
