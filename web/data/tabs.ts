import { Failure } from '#contract/client.ts'
import { randomName } from '#web/lib/random.ts'
import { forgetDrafts } from '#web/lib/stored-text.ts'
import { api, forgetSession, queryClient, resumeSession, startSession } from './api.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'
import { expiredSession } from './session-expired.ts'

/** Another tab of this browser with a logged-in user. */
export interface OtherTab {
  readonly tab: string
  readonly name: string
}

/** Messages between tabs; a browser delivers them to pages of the same origin only. */
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

// The code on a tag opens a new tab without a session: this tab can lend its own.
channel.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
  if (word.say === 'gone' && (session.token() ?? expiredSession()?.token) === word.token) forgetAll()
  const token = session.token()
  // Tabs of a browser with a remembered session share it.
  if (word.say === 'kept' && !token) void resumeSession().catch(() => {})
  const me = token && queryClient.getQueryData(queries.me.info(token).queryKey)
  if (!token || !me) return
  if (word.say === 'anybody') say({ say: 'here', tab: here, name: me.member?.name || me.name })
  if (word.say === 'please' && word.to === here) say({ say: 'take', to: word.from, token })
})

function forgetAll(): void {
  forgetDrafts()
  forgetSession()
  // Loaded on demand, because few browsers hold any.
  void import('./offline-visitors.ts').then(({ forgetVisitors: forget }) => forget()).catch(() => {})
  void import('./offline-tickets.ts').then(({ forgetTickets: forget }) => forget()).catch(() => {})
}

/** Revokes the session; one that has expired needs no revoking. */
export async function revokeSession(): Promise<void> {
  await api.session.logout().catch((error: unknown) => {
    if (!(error instanceof Failure && error.status === 401)) throw error
  })
}

export function forgetSessionInAllTabs(): void {
  const token = session.token() ?? expiredSession()?.token
  forgetAll()
  if (token) say({ say: 'gone', token })
}

export function findOtherTabs(found: (neighbour: OtherTab) => void, signal: AbortSignal): void {
  const hear = ({ data: word }: MessageEvent<Word>) => {
    if (word.say === 'here') found(word)
    if (word.say === 'take' && word.to === here) void startSession(word.token).catch(() => {})
  }
  const ask = () => say({ say: 'anybody' })
  channel.addEventListener('message', hear, { signal })
  // The user may have logged in in another tab.
  document.addEventListener('visibilitychange', ask, { signal })
  ask()
}

export function takeOverSession({ tab }: OtherTab): void {
  say({ say: 'please', to: tab, from: here })
}

/** Tells tabs without a user to resume the remembered session. */
export function announceRememberedSession(): void {
  say({ say: 'kept' })
}
