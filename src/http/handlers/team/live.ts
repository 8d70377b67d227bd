import type { EventStreams } from '../../event-streams.ts'
import type { Handlers } from '../handler.ts'

export function liveHandlers(audience: EventStreams): Handlers<'live'> {
  return {
    listen: ({ actor, origin, connection }) => audience.admit(actor, origin.address, connection),
  }
}
