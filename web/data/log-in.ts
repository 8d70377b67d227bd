import { connect } from '#contract/client.ts'
import { language } from '#web/lib/language.ts'
import { mailedCode } from '#web/lib/mailed-code.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { api, startSession } from './api.ts'
import { session } from './session.ts'
import { announceRememberedSession } from './tabs.ts'

/** `mail` belongs to a code of six digits. */
export interface GivenCode {
  readonly code: string
  readonly mail?: string
}

/** Exchanges a code for a session. A guest's tickets move to the new session. */
export async function logIn(given: GivenCode): Promise<void> {
  const keep = rememberMe.chosen()
  const { token } = await api.session.login({ ...given, keep, ...(session.token() ? { merge: true } : {}) })
  // The person who approves another device says there whether it comes as a member.
  if (!given.code.startsWith('pair_')) await linkAgain(token).catch(() => {})
  await startSession(token)
  rememberMe.reset()
  mailedCode.forget()
  if (keep) announceRememberedSession()
}

/** Makes the session a member's at once if a recent proof allows it. If more is needed, the desk asks. */
async function linkAgain(token: string): Promise<void> {
  const theirs = connect({ url: '', token: () => token, lang: language.current })
  const { user } = await theirs.users.me()
  if (user?.linked && !user.member) await theirs.members.login({ code: '' })
}
