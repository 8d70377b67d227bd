import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The keys by which push services know this team (VAPID, RFC 8292). `publicKey` has the form that browsers expect. */
export interface PushKeys {
  readonly sign: KeyObject
  readonly publicKey: string
}

export function createPushKeys(): string {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return JSON.stringify({ x, y, d })
}

export function parsePushKeys(stored: string): PushKeys {
  const { x, y, d } = JSON.parse(stored) as { x: string; y: string; d: string } // from createPushKeys
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const sign = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
  return { sign, publicKey: point.toString('base64url') }
}
