import { BlockList, isIP, isIPv4 } from 'node:net'

const privateNets = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNets.addSubnet(net, bits, 'ipv4')

// IPv6 has too many forms that lead to IPv4 (mapped, compatible, translated) to name each. So only the one range that the internet
// uses counts as public, without the parts of it that are tunnels to IPv4 (Teredo, 6to4).
const publicNets = new BlockList()
publicNets.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2002::', 16],
] as const)
  privateNets.addSubnet(net, bits, 'ipv6')

/** True for an address of this machine, of a private network, or of no single machine; and for what is no address. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return privateNets.check(address, 'ipv4')
  const [bare = ''] = address.split('%')
  return isIP(bare) !== 6 || !publicNets.check(bare, 'ipv6') || privateNets.check(bare, 'ipv6')
}

/** The host of a URL, as an address or a name. */
export const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * True if a host is a private address, or a name that no public server has. Other names say where they are only when they are looked
 * up, so that is checked at the moment of connecting.
 */
export function isPrivateHost(host: string): boolean {
  if (isIP(host)) return isPrivateAddress(host)
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(name)
}
