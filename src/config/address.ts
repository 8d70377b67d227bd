import { isIP } from 'node:net'

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host) || /^::ffff:127\./.test(host)
}

/** An address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const most = family === 4 ? 32 : 128
  return (
    family > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most))
  )
}

export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
