import { Failure } from '#contract/client.ts'
import { randomName } from '#web/lib/random.ts'
import { forgetDrafts } from '#web/lib/stored-text.ts'
import { api, forgetSession, queryClient, resumeSession, startSession } from './api.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'
import { expiredSession } from './session-expired.ts'

/** A tab of this browser in which somebody is logged in. */
export interface OtherTab {
  readonly tab: string
  readonly name: string
}

/** What tabs say to each other; a browser passes it on to pages of the same address alone, and keeps none of it. */
type Word =
  | { readonly say: 'anybody' }
  | ({ readonly say: 'here' } & OtherTab)
  | { readonly say: 'please'; readonly to: string; readonly from: string }
  | { readonly say: 'take'; readonly to: string; readonly token: string }
  | { readonly say: 'gone'; readonly token: string }
  | { readonly say: 'kept' }

const here = randomName()
const channel = new BroadcastChannel('fettle.tabs')
const say = (word: Word) => channel.postMessage(word)

// The code on a device's tag opens a tab of its own, whose session nobody has begun yet: this one may lend its own.
channel.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
  if (word.say === 'gone' && (session.token() ?? expiredSession()?.token) === word.token) forgetAll()
  const token = session.token()
  // Two tabs of one browser that stays signed in are not two people.
  if (word.say === 'kept' && !token) void resumeSession().catch(() => {})
  const me = token && queryClient.getQueryData(queries.me.info(token).queryKey)
  if (!token || !me) return
  if (word.say === 'anybody') say({ say: 'here', tab: here, name: me.member?.name || me.name })
  if (word.say === 'please' && word.to === here) say({ say: 'take', to: word.from, token })
})

/** Nothing of whoever was here is left, neither what they read nor what they typed. */
function forgetAll(): void {
  forgetDrafts()
  forgetSession()
  // Few have anything there, so it comes when it is needed.
  void import('./waiting.ts').then(({ forgetVisitors: forget }) => forget()).catch(() => {})
}

/** Ends the session at the service. One that is over already needs no ending. */
export async function revokeSession(): Promise<void> {
  await api.session.logout().catch((error: unknown) => {
    if (!(error instanceof Failure && error.status === 401)) throw error
  })
}

/** Somebody goes who meant to: they are gone from every tab that went on with their session. */
export function forgetSessionInAllTabs(): void {
  const token = session.token() ?? expiredSession()?.token
  forgetAll()
  if (token) say({ say: 'gone', token })
}

/** Asks who is logged in in another tab, until the signal ends it. */
export function findOtherTabs(found: (neighbour: OtherTab) => void, signal: AbortSignal): void {
  const hear = ({ data: word }: MessageEvent<Word>) => {
    if (word.say === 'here') found(word)
    if (word.say === 'take' && word.to === here) void startSession(word.token).catch(() => {})
  }
  const ask = () => say({ say: 'anybody' })
  channel.addEventListener('message', hear, { signal })
  // Whoever comes back to this tab may have logged in in the other one.
  document.addEventListener('visibilitychange', ask, { signal })
  ask()
}

/** Goes on here with the session of that tab. */
export function takeOverSession({ tab }: OtherTab): void {
  say({ say: 'please', to: tab, from: here })
}

/** The browser keeps a session from now on: tabs in which nobody is logged in go on with it. */
export function announceRememberedSession(): void {
  say({ say: 'kept' })
}
