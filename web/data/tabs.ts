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
type TabMessage =
  | { readonly say: 'find_tabs' }
  | ({ readonly say: 'here' } & OtherTab)
  | { readonly say: 'request_session'; readonly to: string; readonly from: string }
  | { readonly say: 'send_session'; readonly to: string; readonly token: string }
  | { readonly say: 'logged_out'; readonly token: string }
  | { readonly say: 'remembered' }

const here = randomName()
const channel = new BroadcastChannel('fettle.tabs')
const say = (message: TabMessage) => channel.postMessage(message)

// The code on a tag opens a new tab without a session: this tab can lend its own.
channel.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
  if (message.say === 'logged_out' && (session.token() ?? expiredSession()?.token) === message.token) forgetAll()
  const token = session.token()
  // Tabs of a browser with a remembered session share it.
  if (message.say === 'remembered' && !token) void resumeSession().catch(() => {})
  const me = token && queryClient.getQueryData(queries.me.info(token).queryKey)
  if (!token || !me) return
  if (message.say === 'find_tabs') say({ say: 'here', tab: here, name: me.member?.name || me.name })
  if (message.say === 'request_session' && message.to === here) say({ say: 'send_session', to: message.from, token })
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
  if (token) say({ say: 'logged_out', token })
}

export function findOtherTabs(found: (neighbour: OtherTab) => void, signal: AbortSignal): void {
  const hear = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.say === 'here') found(message)
    if (message.say === 'send_session' && message.to === here) void startSession(message.token).catch(() => {})
  }
  const ask = () => say({ say: 'find_tabs' })
  channel.addEventListener('message', hear, { signal })
  // The user may have logged in in another tab.
  document.addEventListener('visibilitychange', ask, { signal })
  ask()
}

export function takeOverSession({ tab }: OtherTab): void {
  say({ say: 'request_session', to: tab, from: here })
}

/** Tells tabs without a user to resume the remembered session. */
export function announceRememberedSession(): void {
  say({ say: 'remembered' })
}
