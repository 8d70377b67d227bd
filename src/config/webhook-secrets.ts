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
