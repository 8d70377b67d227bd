import type { api } from '#web/data/api.ts'

/** The service's answers for the board. */
export type Shown = Awaited<ReturnType<typeof api.team.board>>
