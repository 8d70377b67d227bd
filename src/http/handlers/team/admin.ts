import { Refusal } from '#contract/errors.ts'
import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function adminHandlers(
  { admin, factors, members, settings, statistics, ticketExport }: Services,
  publicUrl: string,
): Handlers<'admin'> {
  // The page to open; the code itself is typed or scanned, never part of an address.
  const link = `${publicUrl}/join`
  return {
    members: ({ input }) => admin.members(input),
    invite: async ({ actor, input: { id, name, ...wish } }) => {
      if (id !== undefined) return { ...(await members.inviteAgain(actor, id)), link }
      if (name === undefined) throw new Refusal('bad_input', { field: 'name', flaw: 'missing' })
      return { ...(await members.invite(actor, { ...wish, name })), link }
    },
    inviteMany: async ({ actor, input }) => ({ list: await members.inviteMany(actor, input.members), link }),
    updateMember: async ({ actor, input: { id, version, ...wish } }) => ({
      version: await members.update(actor, id, wish, version),
    }),
    removeMember: async ({ actor, input }) => {
      await members.remove(actor, input.id)
      return {}
    },
    resetFactor: async ({ actor, input }) => {
      await factors.switchOff(actor, input.id)
      return {}
    },
    log: ({ input, lang }) => admin.log(input, lang),
    feedback: ({ input }) => admin.feedback(input),
    exportTickets: async ({ actor, input, lang }) => ({
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="tickets.csv"',
      },
      body: await ticketExport.tickets(actor, input, lang),
    }),
    stats: async () => {
      const data = await statistics.summary()
      return { ...data, success: true, data }
    },
    statsDetail: ({ input }) => statistics.detail(input),
    settings: () => settings.versioned(),
    updateSettings: async ({ actor, input: { version, ...wanted } }) => ({
      version: await settings.update(actor, wanted, version),
    }),
  }
}
