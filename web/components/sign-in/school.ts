import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/team/pages.ts'
import { type Action, useAction } from '#web/components/action.ts'
import { api, becomeMember, refreshMe } from '#web/data/api.ts'
import { logIn } from '#web/data/log-in.ts'
import { randomName } from '#web/lib/random.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { storedText } from '#web/lib/stored-text.ts'

/** A school login that this tab began. The page on which it ends stores its code here. */
interface SchoolLogin {
  readonly tab: string
  readonly next: string
  readonly keep: boolean
  readonly code?: string
}
const stored = storedText(sessionStorage, 'fettle.school')

export function beginAtSchool(next: string): void {
  const tab = randomName()
  stored.set(JSON.stringify({ tab, next, keep: rememberMe.chosen() } satisfies SchoolLogin))
  window.location.assign(`/sso/start?tab=${tab}`)
}

/** Pages that a user opens as a member. */
const forMembers = new RegExp(`^(${pages.join}|${pages.signShift}|${pages.desk}|${pages.console})\\b`)

/** Completes the login after the return from the school. `next` is the page to open. */
export function useBackFromSchool(): { waiting: boolean; next: string | undefined; login: Action<SchoolLogin> } {
  const [begun] = useState(read)
  const [waiting, setWaiting] = useState(begun?.code !== undefined)
  const login = useAction({
    work: (back: SchoolLogin) => goOnWith(back).finally(() => setWaiting(false)),
    skipReauth: true,
  })
  const goOn = useEffectEvent(() => {
    if (!begun?.code || !read()?.code) return
    stored.set(undefined)
    login.submit(begun)
  })
  useEffect(() => goOn(), [])
  return { waiting, next: begun?.code ? begun.next : undefined, login }
}

async function goOnWith({ code = '', next, keep }: SchoolLogin): Promise<void> {
  const { user } = await api.users.me()
  rememberMe.choose(keep)
  if (!user || user.guest) await logIn({ code })
  if (forMembers.test(next)) {
    // The next page tells users without membership or second factor what to do.
    await becomeMember({ code }).catch((error: unknown) => {
      if (!(error instanceof Failure && ['code_refused', 'factor_needed'].includes(error.code))) throw error
    })
  }
  await refreshMe()
}

function read(): SchoolLogin | undefined {
  const text = stored.get()
  return text === undefined ? undefined : JSON.parse(text)
}
