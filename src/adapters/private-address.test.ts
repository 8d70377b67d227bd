import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf } from '#config/address.ts'
import fc from '../../test/support/fast-check.ts'
import { isPrivateAddress, isPrivateHost } from './private-address.ts'

/** The addresses that belong to no machine of the internet, as ranges of 32 bits. */
const privateNets = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const dotted = (bits: number) => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
const bitsOf = (address: string) => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
const hex4 = (bits: number) => `${(bits >>> 16).toString(16)}:${(bits & 0xffff).toString(16)}`

/** An address of a private network, drawn from all of them. */
const inside = fc
  .tuple(fc.constantFrom(...privateNets), fc.integer({ min: 0, max: 0xffffffff }))
  .map(([[net, length], random]) => (bitsOf(net) + (random % 2 ** (32 - length))) >>> 0)

/** The ways in which IPv4 hides in a host. */
const disguises: Readonly<Record<string, (bits: number) => string>> = {
  plain: dotted,
  'one number': String,
  hexadecimal: (bits) => `0x${bits.toString(16)}`,
  octal: (bits) =>
    dotted(bits)
      .split('.')
      .map((byte) => `0${Number(byte).toString(8)}`)
      .join('.'),
  'with a dot behind': (bits) => `${dotted(bits)}.`,
  mapped: (bits) => `[::ffff:${dotted(bits)}]`,
  'mapped, in hexadecimal': (bits) => `[::ffff:${hex4(bits)}]`,
  compatible: (bits) => `[::${dotted(bits)}]`,
  translated: (bits) => `[::ffff:0:${dotted(bits)}]`,
  NAT64: (bits) => `[64:ff9b::${dotted(bits)}]`,
  'NAT64 of one’s own': (bits) => `[64:ff9b:1::${dotted(bits)}]`,
  '6to4': (bits) => `[2002:${hex4(bits)}::1]`,
  Teredo: (bits) => `[2001:0:${hex4(bits)}::1]`,
}

test('a private address is recognised in every spelling', () => {
  for (const [form, written] of Object.entries(disguises))
    fc.assert(
      fc.property(inside, (bits) => {
        const url = URL.parse(`https://${written(bits)}/`)
        assert.ok(url, `${form}: ${written(bits)}`)
        assert.ok(isPrivateHost(hostOf(url)), `${form}: ${written(bits)}`)
      }),
      { numRuns: 100, seed: 34 },
    )
})

test('loopback, link-local, site-local and multicast IPv6 addresses are private; addresses of the internet are not', () => {
  const near = ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '100::1']
  for (const address of near) assert.ok(isPrivateAddress(address), address)
  const far = ['8.8.8.8', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1', '172.15.0.1', '172.32.0.1']
  for (const address of [...far, '2606:4700::1111', '2a00:1450:4001::1', '240e::1'])
    assert.equal(isPrivateAddress(address), false, address)
  // A text that is not an address is not called.
  for (const text of ['', 'push.example.org', '1.2.3']) assert.ok(isPrivateAddress(text), text)
})

test('host names of this machine and of a local network are private, with a trailing dot too', () => {
  const local = ['localhost', 'LOCALHOST', 'a.localhost', 'router', 'nas.local', 'db.internal', 'tv.home.arpa']
  for (const name of local)
    for (const host of [name, `${name}.`]) assert.ok(isPrivateHost(hostOf(new URL(`https://${host}/`))), host)
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'localhost.example.org',
    'notlocal.example',
  ])
    assert.equal(isPrivateHost(hostOf(new URL(`https://${host}/`))), false, host)
})
