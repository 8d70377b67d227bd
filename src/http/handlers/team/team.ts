import type { BoardService } from '#service/duty/board.ts'
import type { TeamService } from '#service/team/team.ts'
import type { Handlers } from '../handler.ts'

export function teamHandlers(team: TeamService, board: BoardService): Handlers<'team'> {
  return { info: () => team.info(), board: ({ lang }) => board.show(lang) }
}
