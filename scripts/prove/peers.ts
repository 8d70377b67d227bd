import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineProof, say } from '../shared/proof.ts'
import { Debian } from './peers/debian.ts'
import { Peer } from './peers/peer.ts'
import { redmine } from './peers/redmine.ts'
import { requestTracker } from './peers/request-tracker.ts'
import { tryPeer } from './peers/try.ts'

const usage = `Runs a real Request Tracker 5 and a real Redmine from Debian's packages, and forwards tickets to them.
Needs root, the command debootstrap, about 1 GB of disk and Debian's mirror. Everything stays in one folder.

  npm run prove -- peers up     install both (some minutes), start them, print the settings for Fettle
  npm run prove -- peers try    forward to them with stops and kills in between, and count the tickets that arrived
  npm run prove -- peers down   stop them and remove the folder

With a name, only that one: npm run prove -- peers up redmine
--dir <folder>  the folder (by default fettle-peers in the temporary folder)`

const commands: Readonly<Record<string, (peer: Peer) => Promise<void>>> = {
  async up(peer) {
    say(`${peer.kind.name} …`)
    await peer.make()
    await peer.start()
    for (const [name, value] of Object.entries(peer.settings())) say(`${name}=${value}`)
    say('')
  },
  async try(peer) {
    say(`\n## ${peer.kind.name} ${await peer.version()}\n`)
    if (!(await tryPeer(peer, (line) => say(`    ${line}`)))) process.exitCode = 1
  },
  down: (peer) => peer.stop(),
}

const systems = [requestTracker, redmine]

export const proof = defineProof({
  options: { dir: join(tmpdir(), 'fettle-peers') },
  parts: [...Object.keys(commands), ...systems.map(({ name }) => name)],
  async run({ dir }, chosen) {
    const [command = '', ...others] = Object.keys(commands).filter((name) => chosen.includes(name))
    const work = commands[command]
    if (!work || others.length > 0) return say(usage)
    const debian = new Debian(resolve(dir))
    const named = systems.filter(({ name }) => chosen.includes(name))
    for (const kind of named.length > 0 ? named : systems) await work(new Peer(kind, debian))
    if (command === 'down' && named.length === 0) rmSync(debian.dir, { recursive: true, force: true })
  },
})
