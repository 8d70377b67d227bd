import { queryClient } from './api.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'

/** Every page needs the user, so the query starts before the first render. */
export async function prefetchMe(): Promise<void> {
  if (!session.isKnown()) await queryClient.prefetchQuery(queries.me.info(undefined))
  if (session.token()) await queryClient.prefetchQuery(queries.me.info(session.token()))
}
