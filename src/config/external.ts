import { base, type ValuesOf } from './values.ts'
import type { Variables } from './variable.ts'

/** Which ticket system tickets are forwarded to, and how. */
export interface ExternalConfig {
  readonly system: ExternalSystemConfig
  readonly phone: boolean
  readonly giveUpHours: number
}

export type ExternalSystemConfig =
  | { readonly kind: 'file' }
  | ({ readonly kind: 'webhook'; readonly secrets: readonly string[] } & Reached)

/** A system over the network. */
export interface Reached {
  readonly url: string
  readonly privateToo: boolean
}

export const externalVariables = {
  EXTERNAL: {
    about:
      'The ticket system that tickets are forwarded to: file (lines in external.jsonl in DATA_DIR) or webhook. See docs/forwarding.md.',
    default: 'file',
  },
  EXTERNAL_URL: { about: 'Where it is.', example: 'https://tickets.example.org/hooks/fettle' },
  EXTERNAL_TOKEN: {
    about: 'What proves to it that it is us. For webhook: one or more secrets whsec_… with spaces between them.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    secret: true,
  },
  EXTERNAL_PRIVATE: {
    about: 'on or off: whether it may be on this machine or in a private network, and be reached without encryption.',
    default: 'off',
  },
  EXTERNAL_PHONE: { about: "on or off: whether it is told the owner's phone number.", default: 'off' },
  EXTERNAL_GIVE_UP: {
    about: 'Hours after which a ticket that cannot be delivered waits for an administrator to try again.',
    default: '24',
  },
} as const satisfies Variables

type ExternalValues = ValuesOf<typeof externalVariables>

export function readExternal(values: ExternalValues): ExternalConfig {
  return {
    system: readSystem(values),
    phone: values.oneOf('EXTERNAL_PHONE', ['off', 'on']) === 'on',
    giveUpHours: values.integer('EXTERNAL_GIVE_UP', 1, 24 * 365),
  }
}

function readSystem(values: ExternalValues): ExternalSystemConfig {
  const kind = values.oneOf('EXTERNAL', ['file', 'webhook'])
  if (kind === 'file') {
    for (const name of ['EXTERNAL_URL', 'EXTERNAL_TOKEN'] as const)
      if (values.given(name)) values.wrong(name, 'is set, but EXTERNAL does not say what is there')
    return { kind }
  }
  const { token, ...reached } = readReached(values, kind)
  const secrets = token.split(/\s+/).filter((secret) => secret !== '')
  if (!secrets.every(isSecret))
    values.wrong('EXTERNAL_TOKEN', 'must be secrets of Standard Webhooks: whsec_ and 24 to 64 bytes in base64')
  return { kind, ...reached, secrets }
}

/** Address and token, which every system over the network needs. */
function readReached(values: ExternalValues, kind: string): Reached & { readonly token: string } {
  const privateToo = values.oneOf('EXTERNAL_PRIVATE', ['off', 'on']) === 'on'
  const given = values.given('EXTERNAL_URL')
  const token = values.given('EXTERNAL_TOKEN')
  if (!given) values.wrong('EXTERNAL_URL', `is missing: EXTERNAL is ${kind}`)
  if (!token) values.wrong('EXTERNAL_TOKEN', `is missing: EXTERNAL is ${kind}`)
  // Whoever can listen on the way has the token: only inside one's own network may it go unencrypted.
  const schemes = privateToo ? ['https:', 'http:'] : ['https:']
  const url = given && values.url('EXTERNAL_URL', given, { schemes, plain: true })
  return { url: url ? base(url) : 'https://nowhere.invalid', privateToo, token: token ?? '' }
}

function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && bytes >= 24 && bytes <= 64
}
