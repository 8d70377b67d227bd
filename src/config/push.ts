import { hostOf, isLoopback } from './address.ts'
import type { EnvReaderOf, Variables } from './values.ts'

export interface PushConfig {
  /** The origin of the only push service that may be in a private network. */
  readonly service: string | undefined
}

export const pushVariables = {
  WEB_PUSH: {
    about:
      'on or off: whether people can switch on notifications in their browsers. Browsers allow them only if PUBLIC_URL begins with https:// or is loopback. See docs/messages-push.md.',
    default: 'on',
  },
  WEB_PUSH_SERVICE: {
    about:
      'Origin of a push service of your own: the only one that may be on this machine or in a private network, and be reached without encryption. Browsers give the addresses of push services, so no other private address is called.',
    example: 'http://10.0.0.5:8080',
  },
} as const satisfies Variables

export function readPush(values: EnvReaderOf<typeof pushVariables>, publicUrl: string): PushConfig | undefined {
  const wanted = values.oneOf('WEB_PUSH', ['on', 'off']) === 'on'
  const given = values.given('WEB_PUSH_SERVICE')
  const service = given && values.url('WEB_PUSH_SERVICE', given, { schemes: ['https:', 'http:'], plain: true })?.origin
  const url = URL.parse(publicUrl)
  const allowed = url !== null && (url.protocol === 'https:' || isLoopback(hostOf(url)))
  if (wanted && url && !allowed && values.given('WEB_PUSH'))
    values.wrong('WEB_PUSH', 'is on, but browsers allow it only where PUBLIC_URL begins with https://')
  return wanted && allowed ? { service: service || undefined } : undefined
}
