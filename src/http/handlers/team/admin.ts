import { Refusal } from '#contract/errors.ts'
import { switchOffFactor } from '#service/people/factors.ts'
import {
  inviteMember,
  inviteMembers,
  reinviteMember,
  removeMember,
  updateMember,
} from '#service/people/member-admin.ts'
import type { Ctx } from '#service/shared/context.ts'
import { listFeedback, memberPage, operationLog } from '#service/team/admin.ts'
import { exportTickets } from '#service/tickets/export.ts'
import { statisticsDetail, statisticsSummary } from '#service/tickets/statistics.ts'
import type { Handlers } from '../handler.ts'

export function adminHandlers(ctx: Ctx): Handlers<'admin'> {
  // People type or scan the code on this page. It is never part of an address.
  const link = `${ctx.publicUrl}/join`
  return {
    members: ({ input }) => memberPage(ctx, input),
    invite: async ({ actor, input: { id, name, ...given } }) => {
      if (id !== undefined) return { ...(await reinviteMember(ctx, actor, id)), link }
      if (name === undefined) throw new Refusal('bad_input', { field: 'name', flaw: 'missing' })
      return { ...(await inviteMember(ctx, actor, { ...given, name })), link }
    },
    inviteMany: async ({ actor, input }) => ({ list: await inviteMembers(ctx, actor, input.members), link }),
    updateMember: async ({ actor, input: { id, version, ...given } }) => ({
      version: await updateMember(ctx, actor, id, given, version),
    }),
    removeMember: ({ actor, input }) => removeMember(ctx, actor, input.id),
    resetFactor: ({ actor, input }) => switchOffFactor(ctx, actor, input.id),
    log: ({ input, lang }) => operationLog(ctx, input, lang),
    feedback: ({ input }) => listFeedback(ctx, input),
    exportTickets: async ({ actor, input, lang }) => ({
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="tickets.csv"',
      },
      body: await exportTickets(ctx, actor, input, lang),
    }),
    stats: async () => {
      const data = await statisticsSummary(ctx)
      return { ...data, success: true, data }
    },
    statsDetail: ({ input }) => statisticsDetail(ctx, input),
    settings: () => ctx.settings.versioned(),
    updateSettings: async ({ actor, input: { version, ...wanted } }) => ({
      version: await ctx.settings.update(actor, wanted, version),
    }),
  }
}
