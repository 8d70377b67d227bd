import { isIP } from 'node:net'
import { hostOf, inUrl, isLoopback, isNetwork } from './address.ts'
import { type EnvReaderOf, trimSlash, type Variables } from './values.ts'

export interface HttpConfig {
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly trustProxy: readonly string[]
  /** Other origins whose pages may call the service (CORS). */
  readonly allowedOrigins: readonly string[]
  readonly metricsToken: string | undefined
  readonly rateLimits: boolean
  /** It listens on loopback, and its public address is loopback too. */
  readonly local: boolean
}

export const httpVariables = {
  PORT: { about: 'Port to listen on.', default: '8080' },
  HOST: {
    about:
      'Address to listen on. Anything but loopback needs PUBLIC_URL. For the network of a room, `npm start -- --lan` sets both.',
    default: '127.0.0.1',
  },
  PUBLIC_URL: {
    about: 'The address at which people reach the service; links begin with it. By default the address it listens on.',
    example: 'https://repair.example.org',
  },
  TRUST_PROXY: {
    about: 'Proxies whose X-Forwarded-For Fettle trusts: a list of addresses or networks.',
    example: '127.0.0.1, 10.0.0.0/8',
  },
  ALLOWED_ORIGINS: {
    about:
      'Other origins whose pages may call the service from a browser (CORS): a list. The service’s own pages need none.',
    example: 'https://www.example.org, https://app.example.org',
  },
  METRICS_TOKEN: {
    about:
      'Bearer token that opens /metrics. Without one they are open to requests for a loopback host while HOST and PUBLIC_URL are loopback and TRUST_PROXY is not set, and closed otherwise.',
    example: 'a-long-random-text',
    secret: true,
  },
  RATE_LIMITS: { about: 'on or off; off only while HOST and PUBLIC_URL are loopback.', default: 'on' },
} as const satisfies Variables

export function readHttp(values: EnvReaderOf<typeof httpVariables>): HttpConfig {
  const host = values.value('HOST')
  const listensLocally = isLoopback(host)
  if (!isIP(host) && !/^[A-Za-z0-9.-]+$/.test(host)) values.wrong('HOST', 'is neither an address nor a host name')
  const port = values.integer('PORT', 0, 65535)

  const given = values.given('PUBLIC_URL')
  const here = `http://${inUrl(host)}:${port}`
  const publicUrl = given ? values.url('PUBLIC_URL', given, { schemes: ['http:', 'https:'], plain: true }) : undefined
  if (!given && !listensLocally && values.sound('HOST'))
    values.wrong('PUBLIC_URL', `must say where people reach the service, because HOST is ${host}`)

  const local = listensLocally && (!publicUrl || isLoopback(hostOf(publicUrl)))
  const rateLimits = values.oneOf('RATE_LIMITS', ['on', 'off']) === 'on'
  if (!rateLimits && !local)
    values.wrong('RATE_LIMITS', 'may be off only while HOST is loopback and PUBLIC_URL is loopback or not set')
  const list = (name: 'TRUST_PROXY' | 'ALLOWED_ORIGINS') =>
    (values.given(name) ?? '').split(',').flatMap((text) => text.trim() || [])
  const trustProxy = list('TRUST_PROXY')
  for (const proxy of trustProxy)
    if (!isNetwork(proxy)) values.wrong('TRUST_PROXY', `${proxy} is neither an address nor a network`)
  const allowedOrigins = list('ALLOWED_ORIGINS')
  for (const origin of allowedOrigins)
    if (!/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin)
      values.wrong('ALLOWED_ORIGINS', `${origin} is not an origin; an example is https://www.example.org`)

  return {
    host,
    port,
    publicUrl: publicUrl ? trimSlash(publicUrl) : here,
    trustProxy,
    allowedOrigins,
    metricsToken: values.given('METRICS_TOKEN'),
    rateLimits,
    local,
  }
}
