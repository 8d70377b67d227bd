/** A secret of ours that a browser keeps, and that no script reads. */
export interface Cookie {
  /** What the header `Cookie` says of it, if it can be one of ours. */
  read(header: string | undefined): string | undefined
  write(value: string, seconds: number): string
}

/**
 * Over HTTPS its name keeps neighbours under the same domain from setting it, which costs it a path of its own. `path` is below the
 * public address.
 */
export function secretCookie(publicUrl: string, called: string, path: string): Cookie {
  const { protocol, pathname } = new URL(publicUrl)
  const https = protocol === 'https:'
  const name = https ? `__Host-${called}` : called
  const place = https ? 'Path=/; Secure' : `Path=${pathname.replace(/\/$/, '')}${path}`
  return {
    read(header) {
      const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
      const value = pair?.slice(pair.indexOf('=') + 1).trim()
      return value && /^[\w-]{43}$/.test(value) ? value : undefined
    },
    write: (value, seconds) => `${name}=${value}; ${place}; HttpOnly; SameSite=Lax; Max-Age=${seconds}`,
  }
}
