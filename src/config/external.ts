import { type EnvReaderOf, trimSlash, type Variables } from './values.ts'

export interface ExternalConfig {
  readonly system: ExternalSystemConfig
  /** False for the file as the default. */
  readonly chosen: boolean
  readonly phone: boolean
  readonly giveUpHours: number
}

export type ExternalSystemConfig =
  | { readonly kind: 'file' }
  | ({ readonly kind: 'webhook'; readonly secrets: readonly string[] } & RemoteConfig)
  | ({ readonly kind: 'request-tracker' } & TrackerConfig)
  | ({ readonly kind: 'redmine'; readonly tracker: string | undefined } & TrackerConfig)

export interface RemoteConfig {
  readonly url: string
  readonly privateToo: boolean
}

/** A ticket system that keeps our reference in a custom field. */
interface TrackerConfig extends RemoteConfig {
  readonly token: string
  readonly project: string
  readonly field: string
}

export const externalVariables = {
  EXTERNAL: {
    about:
      'The ticket system that tickets are forwarded to: file (lines in external.jsonl in DATA_DIR), webhook, request-tracker or redmine. The desk offers forwarding once this is set. See docs/forwarding.md.',
    default: 'file',
  },
  EXTERNAL_URL: { about: 'The address of that system.', example: 'https://tickets.example.org/hooks/fettle' },
  EXTERNAL_TOKEN: {
    about:
      'The token or key for that system. For webhook: one or more secrets whsec_… with spaces between them; for request-tracker an authentication token, for redmine an API key.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    secret: true,
  },
  EXTERNAL_PROJECT: {
    about:
      'Where tickets go in that system. For request-tracker: the queue; for redmine: the identifier of the project.',
    example: 'repairs',
  },
  EXTERNAL_FIELD: {
    about: 'For request-tracker and redmine: the name of the custom field that contains our reference.',
    default: 'ExternalID',
  },
  EXTERNAL_TRACKER: {
    about: "For redmine: the name of the tracker. Without it, the project's first.",
    example: 'Support',
  },
  EXTERNAL_PRIVATE: {
    about: 'on or off: whether it may be on this machine or in a private network, and be reached without encryption.',
    default: 'off',
  },
  EXTERNAL_PHONE: { about: "on or off: whether it gets the owner's phone number.", default: 'off' },
  EXTERNAL_GIVE_UP: {
    about: 'Hours after which a ticket that cannot be delivered waits for an administrator to try again.',
    default: '24',
  },
} as const satisfies Variables

type ExternalValues = EnvReaderOf<typeof externalVariables>

export function readExternal(values: ExternalValues): ExternalConfig {
  return {
    system: readSystem(values),
    chosen: values.given('EXTERNAL') !== undefined,
    phone: values.oneOf('EXTERNAL_PHONE', ['off', 'on']) === 'on',
    giveUpHours: values.integer('EXTERNAL_GIVE_UP', 1, 24 * 365),
  }
}

function readSystem(values: ExternalValues): ExternalSystemConfig {
  const kind = values.oneOf('EXTERNAL', ['file', 'webhook', 'request-tracker', 'redmine'])
  switch (kind) {
    case 'file':
      for (const name of ['EXTERNAL_URL', 'EXTERNAL_TOKEN', 'EXTERNAL_PROJECT', 'EXTERNAL_TRACKER'] as const)
        if (values.given(name)) values.wrong(name, 'is set, but EXTERNAL is not')
      return { kind }
    case 'webhook':
      return { kind, ...readWebhook(values) }
    case 'request-tracker':
      return { kind, ...readTracked(values, kind) }
    case 'redmine':
      return { kind, ...readTracked(values, kind), tracker: values.given('EXTERNAL_TRACKER') }
  }
}

function readWebhook(values: ExternalValues) {
  const { token, ...reached } = readReached(values, 'webhook')
  const secrets = parseSecrets(token)
  if (!secrets) values.wrong('EXTERNAL_TOKEN', secretsFormat)
  return { ...reached, secrets: secrets ?? [] }
}

function readTracked(values: ExternalValues, kind: string): TrackerConfig {
  const reached = readReached(values, kind)
  const project = values.given('EXTERNAL_PROJECT')
  const field = values.value('EXTERNAL_FIELD')
  if (!project) values.wrong('EXTERNAL_PROJECT', `is missing: EXTERNAL is ${kind}`)
  // The token goes into a header, and the field's name into a search.
  if (!/^[!-~]*$/.test(reached.token)) values.wrong('EXTERNAL_TOKEN', 'must be ASCII characters without spaces')
  if (!/^[\p{L}\p{N} ._-]{1,64}$/u.test(field))
    values.wrong('EXTERNAL_FIELD', 'must be letters, digits, spaces, dots, dashes and underscores')
  return { ...reached, project: project ?? '', field }
}

function readReached(values: ExternalValues, kind: string): RemoteConfig & { readonly token: string } {
  const privateToo = values.oneOf('EXTERNAL_PRIVATE', ['off', 'on']) === 'on'
  const given = values.given('EXTERNAL_URL')
  const token = values.given('EXTERNAL_TOKEN')
  if (!given) values.wrong('EXTERNAL_URL', `is missing: EXTERNAL is ${kind}`)
  if (!token) values.wrong('EXTERNAL_TOKEN', `is missing: EXTERNAL is ${kind}`)
  // The token may go unencrypted only within a private network.
  const schemes = privateToo ? ['https:', 'http:'] : ['https:']
  const url = given && values.url('EXTERNAL_URL', given, { schemes, plain: true })
  return { url: url ? trimSlash(url) : 'https://nowhere.invalid', privateToo, token: token ?? '' }
}

/** Splits a text into secrets of Standard Webhooks. Undefined if one is invalid. */
export function parseSecrets(text: string): readonly string[] | undefined {
  const secrets = text.split(/\s+/).filter((secret) => secret !== '')
  return secrets.every(isSecret) ? secrets : undefined
}

export const secretsFormat = 'must be secrets of Standard Webhooks: whsec_ and 24 to 64 bytes in base64'

function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && bytes >= 24 && bytes <= 64
}
