import type { TeamService } from '#service/team.ts'
import type { Handlers } from './index.ts'

export function teamHandlers(team: TeamService): Handlers<'team'> {
  return { info: () => team.info() }
}
