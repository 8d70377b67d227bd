import type { EventStreams } from '../../event-streams.ts'
import type { Handlers } from '../handler.ts'

export function liveHandlers(streams: EventStreams): Handlers<'live'> {
  return {
    listen: ({ actor, origin, connection }) => streams.open(actor, origin.address, connection),
  }
}
