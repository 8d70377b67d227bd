import type { api } from '#web/data/api.ts'

/** A member as the list shows them. */
export type Member = Awaited<ReturnType<typeof api.admin.members>>['list'][number]
