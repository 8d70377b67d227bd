import type { TeamService } from '#service/team.ts'
import type { Handlers } from './handler.ts'

export function teamHandlers(team: TeamService): Handlers<'team'> {
  return { info: () => team.info() }
}
