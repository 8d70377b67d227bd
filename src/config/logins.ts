import type { HttpConfig } from './http.ts'
import type { EnvReaderOf, Variables } from './values.ts'

export const loginVariables = {
  GUEST_LOGIN: {
    about:
      'auto, on or off: whether people can continue as guests, known only by their device. auto is on while no other login is configured.',
    default: 'auto',
  },
  DEMO_LOGIN: {
    about:
      'on or off: any word logs in, for trying things out. Only while HOST and PUBLIC_URL are loopback, and without any other login. --demo turns it on too.',
    default: 'off',
  },
} as const satisfies Variables

type LoginValues = EnvReaderOf<typeof loginVariables>

/** `others` says whether another login is configured. */
export function readGuestLogin(values: LoginValues, others: boolean): boolean {
  const wanted = values.oneOf('GUEST_LOGIN', ['auto', 'on', 'off'])
  return wanted === 'on' || (wanted === 'auto' && !others)
}

/**
 * With the demo login, anyone can be any person. So it must be turned on explicitly, and never where other machines can reach the service.
 * `beside` are the variables of other logins.
 */
export function readDemoLogin(values: LoginValues, { host, local }: HttpConfig, beside: readonly string[]): boolean {
  if (values.oneOf('DEMO_LOGIN', ['off', 'on']) === 'off') return false
  const why = 'because with it (or with --demo) anyone can log in as anyone'
  if (!local)
    values.wrong(
      'DEMO_LOGIN',
      `may be on only while HOST is loopback (it is ${host}) and PUBLIC_URL is loopback or not set, ${why}: set HOST=127.0.0.1 and no PUBLIC_URL, or leave it off`,
    )
  if (beside.length > 0)
    values.wrong(
      'DEMO_LOGIN',
      `cannot be on together with another login, ${why}: remove ${beside.join(', ')}, or leave it off`,
    )
  return true
}
