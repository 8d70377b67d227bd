import { connect } from '#contract/client.ts'
import { language } from '#web/lib/language.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { api, startSession } from './api.ts'
import { session } from './session.ts'
import { announceRememberedSession } from './tabs.ts'

/** What somebody logs in with, and for six digits the mail address that they were sent to. */
export interface GivenCode {
  readonly code: string
  readonly mail?: string
}

/** Trades a code for a session on this page. Whoever is here already is a guest, and what they have comes along. */
export async function logIn(given: GivenCode): Promise<void> {
  const keep = rememberMe.chosen()
  const { token } = await api.session.login({ ...given, keep, ...(session.token() ? { merge: true } : {}) })
  // Whoever lets another device in says there whether it comes as a member too.
  if (!given.code.startsWith('pair_')) await linkAgain(token).catch(() => {})
  await startSession(token)
  rememberMe.reset()
  if (keep) announceRememberedSession()
}

/** Who is a member, and has proved it not long ago, is one here at once. Who is asked for more finds that at the desk. */
async function linkAgain(token: string): Promise<void> {
  const theirs = connect({ url: '', token: () => token, lang: language.current })
  const { user } = await theirs.users.me()
  if (user?.linked && !user.member) await theirs.members.login({ code: '' })
}
