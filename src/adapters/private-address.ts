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

// IPv6 has too many forms that lead to IPv4 (mapped, compatible, translated) to list them. So only the range of the public internet
// counts as public, without the tunnels to IPv4 in it (Teredo, 6to4).
const publicNets = new BlockList()
publicNets.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2002::', 16],
] as const)
  privateNets.addSubnet(net, bits, 'ipv6')

/** True for addresses of this machine, of private networks and of groups, and for anything that is not an address. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return privateNets.check(address, 'ipv4')
  const [bare = ''] = address.split('%')
  return isIP(bare) !== 6 || !publicNets.check(bare, 'ipv6') || privateNets.check(bare, 'ipv6')
}

/** True for a private address or a name that no public server has. Other names are checked when they are resolved to connect. */
export function isPrivateHost(host: string): boolean {
  if (isIP(host)) return isPrivateAddress(host)
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(name)
}
