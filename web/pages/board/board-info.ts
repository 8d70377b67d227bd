import type { api } from '#web/data/api.ts'

/** The service's answers for the board. */
export type BoardInfo = Awaited<ReturnType<typeof api.team.board>>
