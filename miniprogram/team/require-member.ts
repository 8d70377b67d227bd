import { me } from '../lib/session.ts'

interface TeamPage {
  setData(data: { stranger: boolean }): void
}

/** The logged-in member, or undefined; the page then says whom it is for. */
export async function requireMember(page: TeamPage, isNewest: () => boolean, { admin = false } = {}) {
  const member = (await me())?.member
  if (!isNewest()) return undefined
  const stranger = !member || (admin && !member.admin)
  page.setData({ stranger })
  return stranger ? undefined : member
}
