/** A secret that a browser keeps and no script can read. */
export interface Cookie {
  /** Its value in the header `Cookie`, if it has the right form. */
  read(header: string | undefined): string | undefined
  write(value: string, seconds: number): string
}

/**
 * Over HTTPS the prefix `__Host-` keeps other hosts of the domain from setting the cookie, but allows no path. `path` is below the public
 * address.
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
