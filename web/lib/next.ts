import { pages } from '#contract/pages.ts'

/** The address of the login page that leads back to where somebody wanted to go. */
export function signInFor(wanted: string): string {
  return wanted === pages.portal ? pages.signIn : `${pages.signIn}?next=${encodeURIComponent(wanted)}`
}

/** Where to go after a login. Only pages of ours: a link from elsewhere could otherwise lead away from here. */
export function nextFrom(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])[\w/?=&.-]*$/.test(next) ? next : pages.portal
}
