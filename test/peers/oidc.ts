import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { Storage } from './oidc-storage.ts'

export const client = { id: 'fettle', secret: 'a-secret-between-fettle-and-the-school' }

/** A real OpenID Connect provider. Its users are named by their account. */
export interface OidcPeer extends AsyncDisposable {
  readonly url: string
  /** Creates new keys; the old ones are invalid at once. */
  rotate(): void
  /** Changes the text of an answer on its way out, by path. */
  tamper: ((path: string, body: string) => string) | undefined
  /** Answers in place of the provider. */
  instead: ((response: ServerResponse, request: IncomingMessage) => boolean) | undefined
}

/** The account's claims: student ids are `2026` and the name. */
const claimsOf = (account: string) => ({ sub: account, name: account, stuid: `2026${account}`, number: 20260042 })

export async function oidcPeer(
  callback: string,
  { port = 0, settings = {} }: { port?: number; settings?: Configuration } = {},
): Promise<OidcPeer> {
  let provider: Provider
  const storage = new Map<string, Storage>()
  const server = createServer((request, response) => {
    if (peer.instead?.(response, request)) return
    const { pathname } = new URL(request.url ?? '', 'http://peer')
    if (pathname.startsWith('/interaction/')) return void interact(provider, request, response)
    const { tamper } = peer
    if (tamper) tampering(response, (body) => tamper(pathname, body))
    void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
  const fresh = () => new Provider(url, { ...configuration(callback, storage), ...settings })
  provider = fresh()
  const peer: OidcPeer = {
    url,
    rotate: () => {
      provider = fresh()
    },
    tamper: undefined,
    instead: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return peer
}

function configuration(callback: string, storage: Map<string, Storage>): Configuration {
  const registered = { redirect_uris: [callback], grant_types: ['authorization_code'] }
  return {
    adapter: (kind: string) => storage.getOrInsertComputed(kind, () => new Storage()),
    clients: [
      { client_id: client.id, client_secret: client.secret, ...registered },
      { client_id: 'another', client_secret: 'another-secret', ...registered },
    ],
    claims: { openid: ['sub'], profile: ['name', 'stuid', 'number'] },
    jwks: { keys: [newKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
  }
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    use: 'sig',
    alg: 'RS256',
  } as JWK // as exported
}

const form =
  '<link rel="icon" href="data:,"><form method="post"><label>Account <input name="account"></label><button>Log in</button></form>'

/** Login and consent on one page: `account` logs in and agrees, `deny` turns back. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'text/html' }).end(form)
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  const sent = new URLSearchParams(Buffer.concat(parts).toString())
  if (sent.has('deny')) {
    const error = { error: 'access_denied', error_description: 'They did not want to.' }
    return provider.interactionFinished(request, response, error)
  }
  const { params } = await provider.interactionDetails(request, response)
  const accountId = sent.get('account') ?? ''
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  const grantId = await grant.save()
  return provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
}

function tampering(response: ServerResponse, change: (body: string) => string): void {
  const end = response.end.bind(response)
  response.end = ((body?: unknown) => {
    const changed = Buffer.from(change(body === undefined ? '' : String(body)))
    response.setHeader('content-length', changed.length)
    return end(changed)
  }) as typeof response.end // the provider calls it with a body or with nothing
}
