import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineProof, say } from '../shared/proof.ts'
import { Debian } from './peers/debian.ts'
import { Peer } from './peers/peer.ts'
import { redmine } from './peers/redmine.ts'
import { requestTracker } from './peers/request-tracker.ts'
import { tryPeer } from './peers/try.ts'

const usage = `Brings up a real Request Tracker 5 and a real Redmine from Debian's packages, to see Fettle forward to them.
Needs root, the command debootstrap, about 1 GB of disk and Debian's mirror; works in one folder, and nowhere else.

  npm run prove -- peers up               install both (some minutes), start them, print the settings for Fettle
  npm run prove -- peers start|stop       all that are installed
  npm run prove -- peers settings         print the settings again
  npm run prove -- peers list             what is there: reference, number, references of the remarks
  npm run prove -- peers try              forward to them with stops and kills in between, and count there what has come
  npm run prove -- peers down             stop them and remove the folder

With a name, only that one: npm run prove -- peers up redmine
--dir <folder>  where they live (a folder fettle-peers among the temporary files)`

function tell(peer: Peer): void {
  for (const [name, value] of Object.entries(peer.settings())) say(`${name}=${value}`)
  say('')
}

const commands: Readonly<Record<string, (peer: Peer) => Promise<void> | void>> = {
  async up(peer) {
    say(`${peer.kind.name} …`)
    await peer.make()
    await peer.start()
    tell(peer)
  },
  start: (peer) => peer.start(),
  stop: (peer) => peer.stop(),
  settings: tell,
  async list(peer) {
    for (const { ref, id, remarks } of await peer.list()) say([peer.kind.name, ref || '-', id, ...remarks].join(' '))
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
