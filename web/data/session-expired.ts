import { useEffect } from 'react'
import type { Client } from '#contract/client.ts'
import { createStore, useStore } from '#web/lib/store.ts'

export type Me = NonNullable<Awaited<ReturnType<Client['users']['me']>>['user']>
export type HeldRole = 'user' | 'member' | 'admin'

/** A session or membership that expired while a page needed it. The page stays until the person is back. */
interface ExpiredSession {
  readonly person: Me
  readonly token: string
  readonly back: PromiseWithResolvers<boolean>
}

const ended = createStore<ExpiredSession | undefined>(undefined)
const openPages: HeldRole[] = []

/** Keeps this page, with its typed text, if the user loses this role. */
export function useKeepOnExpiry(role: HeldRole): void {
  useEffect(() => {
    openPages.push(role)
    return () => void openPages.splice(openPages.indexOf(role), 1)
  }, [role])
}

export const expiredSession = (): Pick<ExpiredSession, 'person' | 'token'> | undefined => ended.get()
export const useExpiredPerson = (): Me | undefined => useStore(ended)?.person

/** Holds open pages that need the lost role; returns whether there are any. */
export function expireSession(person: Me, now: Me | null, token: string): boolean {
  const needed = now
    ? hasLostMembership(now, person) && openPages.some((role) => role !== 'user')
    : openPages.length > 0
  if (needed && !ended.get()) ended.set({ person, token, back: Promise.withResolvers() })
  return needed
}

export const hasLostMembership = (now: Me, before: Me): boolean => before.member !== null && now.member === null

/** Ends the wait: the person is back, or will not come. */
export function endExpiry(back: boolean): void {
  const awaited = ended.get()
  ended.set(undefined)
  awaited?.back.resolve(back)
}

/** Resolves to whether the person has come back; at once to `false` if no session has expired. */
export async function waitForReturn(): Promise<boolean> {
  return ended.get()?.back.promise ?? false
}
