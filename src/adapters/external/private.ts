import { BlockList, isIPv6 } from 'node:net'

const list = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  list.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  list.addSubnet(net, bits, 'ipv6')

/** Of this machine, of a network that is not the internet's, or of no single machine at all. */
export function isPrivate(address: string): boolean {
  const [bare = ''] = address.split('%')
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}
