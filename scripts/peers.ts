import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Debian } from './peers/debian.ts'
import { Peer } from './peers/peer.ts'
import { redmine } from './peers/redmine.ts'
import { requestTracker } from './peers/request-tracker.ts'
import { tryPeer } from './peers/try.ts'

const usage = `Brings up a real Request Tracker 5 and a real Redmine from Debian's packages, to see Fettle forward to them.
Needs root, the command debootstrap, about 1 GB of disk and Debian's mirror; works in one folder, and nowhere else.

  npm run peers -- up                     install both (some minutes), start them, print the settings for Fettle
  npm run peers -- start|stop             all that are installed
  npm run peers -- settings               print the settings again
  npm run peers -- list                   what is there: reference, number, references of the remarks
  npm run peers -- try                    forward to them with stops and kills in between, and count there what has come
  npm run peers -- down                   stop them and remove the folder

With a name, only that one: npm run peers -- up redmine
--dir <folder>  where they live (a folder fettle-peers among the temporary files)
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dir: { type: 'string', default: join(tmpdir(), 'fettle-peers') } },
})
const [command, ...names] = positionals
const debian = new Debian(resolve(values.dir))
const peers = [requestTracker, redmine]
  .filter(({ name }) => names.length === 0 || names.includes(name))
  .map((kind) => new Peer(kind, debian))
const say = (line: string) => void process.stdout.write(`${line}\n`)

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

const work = commands[command ?? '']
if (!work || peers.length < Math.max(names.length, 1)) process.stdout.write(usage)
else
  try {
    for (const peer of peers) await work(peer)
    if (command === 'down' && names.length === 0) rmSync(debian.dir, { recursive: true, force: true })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
