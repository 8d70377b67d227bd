import { pages } from '#contract/team/pages.ts'

export function signInFor(wanted: string): string {
  return wanted === pages.portal ? pages.signIn : `${pages.signIn}?next=${encodeURIComponent(wanted)}`
}

/** For a page that only members see. */
export const joinFor = (wanted: string): string => `${pages.join}?next=${encodeURIComponent(wanted)}`

/** The page after a login. Only own pages: a link from elsewhere must not redirect to another site. */
export function nextFrom(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])[\w/?=&.-]*$/.test(next) ? next : pages.portal
}

/** A page about one ticket, which only its owner or a member sees. */
export const isTicketPage = (path: string): boolean => /^\/(?:mine|t)\/\d+$/.test(path)

/** Members without a target land at the desk. */
export function landingOf(next: string, { member }: { member: object | null }): string {
  return member && next === pages.portal ? pages.desk : next
}
