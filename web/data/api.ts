import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, Failure } from '#contract/client.ts'
import { language } from '#web/lib/language.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { claimDrafts, forgetDrafts } from '#web/lib/stored-text.ts'
import { connection } from './connection.ts'
import { withSecondFactor } from './reauth.ts'
import { session } from './session.ts'
import {
  endExpiry,
  expiredSession,
  expireSession,
  hasLostMembership,
  type Me,
  waitForReturn,
} from './session-expired.ts'
import type { Subject } from './subjects.ts'

const how = { url: '', lang: language.current, onAnswer: connection.onAnswer }
export const api = connect({ ...how, token: session.token, onEnded: sessionEnded })

/** The client of the display in the room, with the token that an administrator gave it. */
export const boardClient = (token: string) => connect({ ...how, token: () => token })

/** Any answer may reveal that the membership has ended. */
function refreshAfterLostRole(error: Error): void {
  if (error instanceof Failure && error.code === 'wrong_role') void refreshMe()
}

/** The same request would be refused again. */
const isRefused = (error: Error) => error instanceof Failure && (error.status === 400 || error.status === 409)

/** Gone, or hidden because the membership has ended. */
const isGone = (error: Error) => error instanceof Failure && error.status === 404

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      refreshAfterLostRole(error)
      if (query.state.data === undefined || isRefused(error)) return
      // A page keeps its data and its typed text while the service does not answer. It loses data only if it is gone.
      query.setState({ status: 'success', error: null })
      if (isGone(error)) void refreshMe().then(() => expiredSession() || query.setState({ status: 'error', error }))
    },
  }),
  mutationCache: new MutationCache({ onError: refreshAfterLostRole }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only a missing answer and overload are worth another try.
      retry: (count, error) => count < 2 && error instanceof Failure && (error.status === 0 || error.status === 503),
    },
    // A mutation without a network fails visibly and can be tapped again.
    mutations: { networkMode: 'always' },
  },
})

/** Loads the queries of these subjects again: at once if they are shown, otherwise when they are used. */
export function invalidate(...subjects: readonly Subject[]): Promise<void> {
  const names = new Set<unknown>(subjects)
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}

const meOf = (token: string | undefined) => ['me', token] as const
const knownAs = (token: string) => queryClient.getQueryData<Me | null>(meOf(token))

/** The session expired. Pages that are open wait for the same person; otherwise all data is dropped. */
export function sessionEnded(token: string): void {
  // The answer may belong to an earlier session.
  if (token !== session.token()) return
  const person = knownAs(token)
  // A guest has no login to come back with.
  if (person && !person.guest && expireSession(person, null, token)) session.set('')
  else forgetSession()
}

/** Ends the wait for an expired session if this is its person, or begins one if the membership has ended. */
export function onPersonKnown(user: Me, token: string): void {
  // A guest's drafts pass on to the next person, who is most likely the same.
  if (!user.guest) claimDrafts(String(user.id))
  const awaited = expiredSession()
  const before = knownAs(token)
  if (!awaited) void (before && expireSession(before, user, token))
  else if (awaited.person.id === user.id && !hasLostMembership(user, awaited.person)) {
    queryClient.setQueryData(meOf(token), user)
    endExpiry(true)
    void queryClient.invalidateQueries()
  }
}

/** Counts logins of another person on a page that an expired session had left open. */
const newcomers = createStore(0)
export const usePersonChanges = (): number => useStore(newcomers)

/** Starts a session on this page. A person other than the expected one finds no data of theirs. */
export async function startSession(token: string): Promise<void> {
  const awaited = expiredSession()
  if (!awaited) return session.set(token)
  const { user } = await connect({ ...how, token: () => token }).users.me()
  if (!user) return
  if (user.id !== awaited.person.id) {
    forgetDrafts()
    forgetSession()
    newcomers.set(newcomers.get() + 1)
  }
  queryClient.setQueryData(meOf(token), user)
  session.set(token)
  if (!expiredSession()) return
  onPersonKnown(user, token)
  // The service may not need a code; otherwise the page asks for one.
  if (expiredSession() && user.linked) await becomeMember({ code: '' }).then(refreshMe, () => {})
}

/** Repeats a call if the session had expired and the same person has logged in again. */
export async function retryAfterLogin<O>(work: () => Promise<O>): Promise<O> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'wrong_role' || isGone(error)) await refreshMe()
    if (!(await waitForReturn())) throw error
    return work()
  }
}

/** Resumes the session of the browser's cookie, unless a person is logged in here. */
export async function resumeSession(): Promise<void> {
  const { token } = await api.session.kept()
  // A page that waits for a person resumes by their login alone.
  if (!session.token() && !expiredSession()) session.set(token)
}

/** Loads the user again after a membership began or ended. */
export async function refreshMe(): Promise<void> {
  // Becoming the first administrator changes the team; a member gets more kinds of messages.
  await invalidate('me', 'team', 'notify')
}

/** Makes this session a member's; asks for the second factor if there is one. */
export function becomeMember(proof: { code: string } | { stuid: string; passwd: string }) {
  return withSecondFactor((factor) => api.members.login({ ...proof, ...(factor === undefined ? {} : { factor }) }))
}

export function forgetSession(): void {
  session.set('')
  endExpiry(false)
  const team: Subject = 'team'
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== team })
}
