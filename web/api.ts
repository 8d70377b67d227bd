import { QueryClient, useQuery } from '@tanstack/react-query'
import { connect, Failure } from '#contract/client.ts'
import { language } from './language.ts'
import { session, useToken } from './session.ts'

/** The one client of the pages. */
export const api = connect({ url: '', token: session.token, lang: language.current })

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused is refused again; only silence and overload are worth another try.
      retry: (count, error) => count < 2 && error instanceof Failure && (error.status === 0 || error.status === 503),
    },
  },
})

/** The team as anybody may know it. */
export function useTeam() {
  return useQuery({ queryKey: ['team'], queryFn: () => api.team.info(), staleTime: 60_000 })
}

export interface Me {
  readonly name: string
  readonly phone: string
  readonly member: { readonly id: number; readonly name: string; readonly admin: boolean } | undefined
}

/** Who is logged in here, and as what; nobody if the token is gone or dead. */
export function useMe() {
  const token = useToken()
  return useQuery({
    queryKey: ['me', token],
    queryFn: async (): Promise<Me | null> => {
      if (!token) return null
      const profile = await api.users.info().catch(unless(401))
      if (!profile) {
        session.set('')
        return null
      }
      const member = await api.members.checklogin().catch(unless(403))
      return { ...profile, member: member && { id: member.id, name: member.name, admin: member.admin } }
    },
    staleTime: 30_000,
  })
}

/** A refusal with this status is an answer too. */
function unless(status: number) {
  return (error: unknown): undefined => {
    if (error instanceof Failure && error.status === status) return undefined
    throw error
  }
}
