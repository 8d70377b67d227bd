import type { api } from '#web/data/api.ts'

/** What the service answers to the display. */
export type Shown = Awaited<ReturnType<typeof api.team.board>>
