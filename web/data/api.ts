import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, Failure } from '#contract/client.ts'
import { language } from '#web/lib/language.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { claimDrafts, forgetDrafts } from '#web/lib/stored-text.ts'
import { connection } from './connection.ts'
import { withSecondFactor } from './reauth.ts'
import { session } from './session.ts'
import { endExpiry, expiredSession, expireSession, hasLostMembership, hasReturned, type Me } from './session-expired.ts'
import type { Subject } from './subjects.ts'

/** The one client of the pages. */
const how = { url: '', lang: language.current, onAnswer: connection.onAnswer }
export const api = connect({ ...how, token: session.token, onEnded: sessionEnded })

/** What the display in the room may ask, with the token that an administrator gave it. */
export const boardClient = (token: string) => connect({ ...how, token: () => token })

/** A membership that has ended shows in the answer to anything. */
function noticed(error: Error): void {
  if (error instanceof Failure && error.code === 'wrong_role') void refreshMe()
}

/** The question was wrong, and is as wrong the next time. */
const isRefused = (error: Error) => error instanceof Failure && (error.status === 400 || error.status === 409)

/** Not there; or only not for somebody who is a member no longer. */
const isGone = (error: Error) => error instanceof Failure && error.status === 404

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      noticed(error)
      if (query.state.data === undefined || isRefused(error)) return
      // What a page has stays on it, with all that was typed there, while it cannot be asked for again. Only what is gone goes.
      query.setState({ status: 'success', error: null })
      if (isGone(error)) void refreshMe().then(() => expiredSession() || query.setState({ status: 'error', error }))
    },
  }),
  mutationCache: new MutationCache({ onError: noticed }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused is refused again; only silence and overload are worth another try.
      retry: (count, error) => count < 2 && error instanceof Failure && (error.status === 0 || error.status === 503),
    },
    // Offline is an answer too: what was tapped then fails visibly and can be tapped again.
    mutations: { networkMode: 'always' },
  },
})

/** What was read about these may have changed: what is on the page is asked for now, the rest when somebody goes there. */
export function invalidate(...subjects: readonly Subject[]): Promise<void> {
  const names = new Set<unknown>(subjects)
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}

const meOf = (token: string | undefined) => ['me', token] as const
const knownAs = (token: string) => queryClient.getQueryData<Me | null>(meOf(token))

/** The session is over, and nobody has ended it here. A page that is open waits for its person; else nothing of it stays. */
export function sessionEnded(token: string): void {
  // The answer to an earlier session may come late.
  if (token !== session.token()) return
  const person = knownAs(token)
  // A guest cannot come back: there was no other way to be them.
  if (person && !person.guest && expireSession(person, null, token)) session.set('')
  else forgetSession()
}

/** What the service says of who is here: somebody that a page waits for may be back, or somebody may be a member no longer. */
export function onPersonKnown(user: Me, token: string): void {
  // Nobody is a guest twice: what one has typed goes on to whoever comes after them, most likely themselves.
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

/** Counts how often somebody has come to a page that somebody else had left open. */
const newcomers = createStore(0)
export const usePersonChanges = (): number => useStore(newcomers)

/** Begins a session on this page. Who comes to one that waits for somebody else finds nothing of theirs. */
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
  // Without a code where that is enough; else the page asks for one.
  if (expiredSession() && user.linked) await becomeMember({ code: '' }).then(refreshMe, () => {})
}

/** Does something, and once more if the session had run out and the same person has logged in again meanwhile. */
export async function retryAfterLogin<O>(work: () => Promise<O>): Promise<O> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'wrong_role' || isGone(error)) await refreshMe()
    if (!(await hasReturned())) throw error
    return work()
  }
}

/** Goes on with the session that the browser keeps, if there is one and nobody is here by then. */
export async function resumeSession(): Promise<void> {
  const { token } = await api.session.kept()
  // A page that waits for somebody goes on with their login alone.
  if (!session.token() && !expiredSession()) session.set(token)
}

/** Asks again who is logged in: they became a member, or ceased to be one. */
export async function refreshMe(): Promise<void> {
  // The first administrator changes what the team still needs, and a member is told of more.
  await invalidate('me', 'team', 'notify')
}

/** Makes this session a member's; who has a second factor is asked for it. */
export function becomeMember(proof: { code: string } | { stuid: string; passwd: string }) {
  return withSecondFactor((factor) => api.members.login({ ...proof, ...(factor === undefined ? {} : { factor }) }))
}

/** Ends it here; nothing of it stays in memory. */
export function forgetSession(): void {
  session.set('')
  endExpiry(false)
  const team: Subject = 'team'
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== team })
}
