import assert from 'node:assert/strict'
import type { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { lanAddresses, lanEnvironment } from './lan.ts'

const ipv4 = (address: string, internal = false) => ({
  family: 'IPv4' as const,
  address,
  internal,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
})
const machine: ReturnType<typeof networkInterfaces> = {
  lo: [ipv4('127.0.0.1', true)],
  docker0: [ipv4('172.17.0.1')],
  eth1: [ipv4('198.51.100.7')],
  eth2: [ipv4('169.254.3.4')],
  wlan0: [ipv4('192.168.1.20'), { ...ipv4('fe80::1'), family: 'IPv6', scopeid: 2 }],
}

test('the address printed for the local network is that of the default route, then a private one, then that of a container', () => {
  const order = (outgoing?: string) => lanAddresses(machine, outgoing).map(({ address }) => address)
  assert.deepEqual(order(), ['192.168.1.20', '198.51.100.7', '172.17.0.1'])
  assert.deepEqual(order('198.51.100.7'), ['198.51.100.7', '192.168.1.20', '172.17.0.1'])
  assert.deepEqual(lanAddresses({ lo: machine['lo'] }, undefined), [])
})

test('with --lan a configured PUBLIC_URL stays, and one that no other device can open is refused', async () => {
  const publicUrl = 'http://repair.local:8080'
  assert.deepEqual((await lanEnvironment({ PUBLIC_URL: publicUrl })).env, { PUBLIC_URL: publicUrl, HOST: '0.0.0.0' })
  await assert.rejects(lanEnvironment({ PUBLIC_URL: 'http://localhost:8080' }), /no other device can open/)
  const { env } = await lanEnvironment({ HOST: '192.168.1.20', PORT: '80' })
  assert.deepEqual(env, { HOST: '192.168.1.20', PORT: '80', PUBLIC_URL: 'http://192.168.1.20:80' })
})
