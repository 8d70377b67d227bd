import { queryClient } from './api.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'

/** Asks who is here, as every page does, while the page is still being made. */
export async function prefetchMe(): Promise<void> {
  if (!session.isKnown()) await queryClient.prefetchQuery(queries.me.info(undefined))
  if (session.token()) await queryClient.prefetchQuery(queries.me.info(session.token()))
}
