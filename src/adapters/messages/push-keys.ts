import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** What push services know this team by (VAPID, RFC 8292): a key to sign with, and its public half as browsers want it. */
export interface PushKeys {
  readonly sign: KeyObject
  readonly publicKey: string
}

/** New keys as they are kept. */
export function createPushKeys(): string {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return JSON.stringify({ x, y, d })
}

export function parsePushKeys(kept: string): PushKeys {
  const { x, y, d } = JSON.parse(kept) as { x: string; y: string; d: string } // written above
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const sign = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
  return { sign, publicKey: point.toString('base64url') }
}
