import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, Failure } from '#contract/client.ts'
import { language } from '#web/lib/language.ts'
import { withFactor } from './prove.ts'
import { session } from './session.ts'
import type { Subject } from './subjects.ts'

/** The one client of the pages. */
export const api = connect({ url: '', token: session.token, lang: language.current })

/** A session that has ended, and a membership that has, show in the answer to anything. */
function noticed(error: Error): void {
  if (!(error instanceof Failure)) return
  if (error.status === 401) leave()
  if (error.code === 'wrong_role') void lookAgain()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticed }),
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

/** Begins a session on this page. */
export function enter(token: string): void {
  session.set(token)
}

/** Goes on with the session that the browser keeps, if there is one and nobody is here by then. */
export async function resume(): Promise<void> {
  const { token } = await api.session.kept()
  if (!session.token()) session.set(token)
}

/** Asks again who is logged in: they became a member, or ceased to be one. */
export async function lookAgain(): Promise<void> {
  // The first administrator changes what the team still needs.
  await invalidate('me', 'team')
}

/** Makes this session a member's; who has a second factor is asked for it. */
export function beMember(proof: { code: string } | { stuid: string; passwd: string }) {
  return withFactor((factor) => api.members.login({ ...proof, ...(factor === undefined ? {} : { factor }) }))
}

/** Ends it here; nothing of it stays in memory. */
export function leave(): void {
  session.set('')
  const team: Subject = 'team'
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== team })
}
