import { hostOf, isLoopback } from './address.ts'
import type { botVariables } from './bots.ts'
import type { ValuesOf } from './values.ts'
import type { Variables } from './variable.ts'

/** Notifications of browsers. */
export interface PushConfig {
  /** Whether push services may be on this machine or in a private network. */
  readonly privateToo: boolean
}

export const pushVariables = {
  WEB_PUSH: {
    about:
      'on or off: whether people can turn on notifications in their browsers. Browsers allow them only where PUBLIC_URL begins with https:// or is loopback. See docs/messages-push.md.',
    default: 'on',
  },
} as const satisfies Variables

/** `MESSAGES_PRIVATE` is what it is for bots, too. */
type Read = typeof pushVariables & Pick<typeof botVariables, 'MESSAGES_PRIVATE'>

export function readPush(values: ValuesOf<Read>, publicUrl: string): PushConfig | undefined {
  const wanted = values.oneOf('WEB_PUSH', ['on', 'off']) === 'on'
  const privateToo = values.value('MESSAGES_PRIVATE') === 'on'
  const url = URL.parse(publicUrl)
  const allowed = url !== null && (url.protocol === 'https:' || isLoopback(hostOf(url)))
  if (wanted && url && !allowed && values.given('WEB_PUSH'))
    values.wrong('WEB_PUSH', 'is on, but browsers allow it only where PUBLIC_URL begins with https://')
  return wanted && allowed ? { privateToo } : undefined
}
