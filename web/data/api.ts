import { MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { connect, Failure } from '#contract/client.ts'
import type { CodeTables } from '#contract/codes.ts'
import { language, useLang } from '#web/lib/language.ts'
import { withFactor } from './prove.ts'
import { session, useToken } from './session.ts'

/** The one client of the pages. */
export const api = connect({ url: '', token: session.token, lang: language.current })

/** A session that has ended, and a membership that has, show in the answer to anything. */
function noticed(error: Error): void {
  if (!(error instanceof Failure)) return
  if (error.status === 401) leave()
  if (error.code === 'wrong_role') void lookAgain()
}

export const queries = new QueryClient({
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

/** Begins a session on this page. */
export function enter(token: string): void {
  session.set(token)
}

/** Asks again who is logged in: they became a member, or ceased to be one. */
export async function lookAgain(): Promise<void> {
  // The first administrator changes what the team still needs.
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['me'] }),
    queries.invalidateQueries({ queryKey: ['team'] }),
  ])
}

/** Makes this session a member's; who has a second factor is asked for it. */
export function beMember(proof: { code: string } | { stuid: string; passwd: string }) {
  return withFactor((factor) => api.members.login({ ...proof, ...(factor === undefined ? {} : { factor }) }))
}

/** Ends it here; nothing of it stays in memory. */
export function leave(): void {
  session.set('')
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'team' })
}

/** The team as anybody may know it. */
export function useTeam() {
  return useQuery({ queryKey: ['team'], queryFn: () => api.team.info(), staleTime: 60_000 })
}

/** Who is logged in here, and as what; `null` if nobody is. */
export function useMe() {
  const token = useToken()
  return useQuery({
    queryKey: ['me', token],
    queryFn: async () => {
      if (!token) return null
      const { user } = await api.users.me()
      if (!user) leave()
      if (user?.guest) session.keepGuest()
      return user
    },
    // Without a token there is nobody to wait for: a page keeps what is on it when a session ends.
    ...(token ? {} : { initialData: null }),
    staleTime: 30_000,
  })
}

export type Me = NonNullable<ReturnType<typeof useMe>['data']>

/** The name of a code, such as a ticket's status, in the language of the page: its number if it is unknown, nothing until it is loaded. */
export function useCodeNames(): (table: keyof CodeTables, code: number) => string {
  const lang = useLang()
  const codes = useQuery({
    queryKey: ['codes'],
    queryFn: () => api.machines.codes(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (table, code) =>
    codes.data ? (codes.data[table]?.find((entry) => entry.code === code)?.name[lang] ?? String(code)) : ''
}
