import type { Audience } from '../../audience.ts'
import type { Handlers } from '../handler.ts'

export function liveHandlers(audience: Audience): Handlers<'live'> {
  return {
    listen: ({ actor, origin, connection }) => audience.admit(actor, origin.address, connection),
  }
}
