import { hostOf, isLoopback } from './address.ts'
import { type EnvReaderOf, trimSlash, type Variables } from './values.ts'

export type IdentityConfig =
  | {
      readonly kind: 'oidc'
      readonly issuer: string
      readonly clientId: string
      readonly clientSecret: string
      readonly studentClaim: string
      readonly bareCodes: boolean
    }
  | { readonly kind: 'cas'; readonly url: string; readonly bareTickets: boolean }

export const identityVariables = {
  OIDC_ISSUER: {
    about: "The school's OpenID Connect provider. With the client's id and secret it turns single sign-on on.",
    example: 'https://id.example.edu',
  },
  OIDC_CLIENT_ID: { about: 'The client id with which Fettle is registered there.', example: 'fettle' },
  OIDC_CLIENT_SECRET: { about: 'The secret of that client.', example: 'a-long-random-text', secret: true },
  OIDC_STUDENT_CLAIM: {
    about:
      'The claim that contains the student ID by which members are found. It must not be one that people can change.',
    default: 'sub',
  },
  OIDC_BARE_CODES: {
    about:
      "on or off: whether POST /member/login takes an authorization code that the school's own QR code carries. off: only sso_ codes.",
    default: 'off',
  },
  CAS_URL: {
    about: "The school's CAS 3 server, in place of OpenID Connect: the address before /login.",
    example: 'https://cas.example.edu/cas',
  },
  CAS_BARE_TICKETS: {
    about:
      "on or off: whether POST /member/login takes a CAS ticket that the school's own QR code carries. off: only sso_ codes.",
    default: 'on',
  },
} as const satisfies Variables

/** The school's login, if it is configured. An incomplete one is a problem. */
export function readIdentity(values: EnvReaderOf<typeof identityVariables>): IdentityConfig | undefined {
  const cas = values.given('CAS_URL')
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const [issuer, clientId, clientSecret] = needed.map((name) => values.given(name))
  const some = needed.find((name) => values.given(name))
  if (some && cas) values.wrong('CAS_URL', `and ${some} are both set: choose the one that your school uses`)
  const missing = needed.filter((name) => !values.given(name))
  if (some && missing.length > 0) values.wrong(some, `also needs ${missing.join(' and ')}`)
  if (issuer) readEncryptedUrl(values, 'OIDC_ISSUER', issuer)
  const bareCodes = values.oneOf('OIDC_BARE_CODES', ['off', 'on']) === 'on'
  const bareTickets = values.oneOf('CAS_BARE_TICKETS', ['on', 'off']) === 'on'
  if (cas) {
    const url = readEncryptedUrl(values, 'CAS_URL', cas)
    return url && { kind: 'cas', url: trimSlash(url), bareTickets }
  }
  if (!issuer || !clientId || !clientSecret) return undefined
  const studentClaim = values.value('OIDC_STUDENT_CLAIM')
  return { kind: 'oidc', issuer, clientId, clientSecret, studentClaim, bareCodes }
}

/** An attacker between us and the school's login could log in as any person. So only loopback needs no encryption. */
function readEncryptedUrl(
  values: EnvReaderOf<typeof identityVariables>,
  name: 'OIDC_ISSUER' | 'CAS_URL',
  text: string,
): URL | undefined {
  const here = isLoopback(hostOf(URL.parse(text) ?? new URL('https://nowhere.invalid')))
  return values.url(name, text, { schemes: here ? ['https:', 'http:'] : ['https:'], plain: true })
}
