import { pages } from '#contract/team/pages.ts'

/** The address of the login page that leads back to where somebody wanted to go. */
export function signInFor(wanted: string): string {
  return wanted === pages.portal ? pages.signIn : `${pages.signIn}?next=${encodeURIComponent(wanted)}`
}

/** Where to go after a login. Only pages of ours: a link from elsewhere could otherwise lead away from here. */
export function nextFrom(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])[\w/?=&.-]*$/.test(next) ? next : pages.portal
}

/** Where somebody who is in lands: where they wanted to go, and a member who said nothing at the desk. */
export function landingOf(next: string, { member }: { member: object | null }): string {
  return member && next === pages.portal ? pages.desk : next
}
