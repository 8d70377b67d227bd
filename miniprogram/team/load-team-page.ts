import { loadPage } from '../lib/screen.ts'
import { type Me, me } from '../lib/session.ts'

type Member = NonNullable<Me['member']>
type Loading = Parameters<typeof loadPage>[0] & { setData(data: { stranger: boolean }): void }

/** Loads a page for members or administrators; the page tells other people whom it is for. */
export const loadTeamPage = (
  page: Loading,
  work: (member: Member, isNewest: () => boolean) => Promise<unknown>,
  { admin = false } = {},
): Promise<void> =>
  loadPage(page, async (isNewest) => {
    const member = (await me())?.member
    if (!isNewest()) return
    const stranger = !member || (admin && !member.admin)
    page.setData({ stranger })
    if (!stranger) await work(member, isNewest)
  })
