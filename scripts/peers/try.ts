import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { diskFolder } from '../bench/report.ts'
import type { Listed, Peer } from './peer.ts'
import { Team } from './team.ts'

type Say = (line: string) => void

const patienceMs = 15 * 60_000
const repairing = 3
const repaired = 5

/**
 * Forwards tickets to a real ticket system that is stopped in the middle of it, with a Fettle that is killed meanwhile, and
 * counts there by its own means. Answers whether each ticket and each remark is there once, in order.
 */
export async function tryPeer(peer: Peer, tell: Say): Promise<boolean> {
  using folder = diskFolder()
  const since = performance.now()
  const say = (line: string) => tell(`${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s  ${line}`)
  await peer.make()
  await peer.start()
  const before = await peer.list()
  say(`${peer.kind.name} runs; ${before.length} tickets there`)
  await using team = new Team(folder.dir, peer.settings())
  await team.start()
  for (const line of await team.command('check')) if (line.includes('external')) say(`fettle check: ${line}`)

  const early = await forward(team, ['水壶', 'Laptop <b>&</b>', '*Fan* @admin #1', 'Printer'])
  for (const id of early)
    await work(team, id, 'Opened it up.\n* _markup_ is text: {{toc}} [[Wiki]] "x":http://a.example')
  say(`forwarded tickets ${early.join(', ')}, each picked, moved and commented on: 12 remarks`)
  await settled(team, say)

  const late = await forward(team, ['Kettle', 'Screen', 'Mouse', 'Radio'])
  for (const id of early) await (await team.person('ann')).tickets.addnote({ id, content: 'Any news?' })
  const { delivered } = await counts(team)
  while ((await counts(team)).delivered <= delivered) await pause(50)
  await peer.stop('SIGKILL')
  say(
    `forwarded tickets ${late.join(', ')} and 4 further comments; ${peer.kind.name} was killed after the first had arrived`,
  )
  const dark = await forward(team, ['Toaster', 'Lamp'])
  for (const id of [...early, ...late]) await finish(team, id)
  say(`while it is down: forwarded tickets ${dark.join(', ')}, finished the ${early.length + late.length} others`)
  await pause(8000)
  const tried = (await team.command('external', 'list')).filter((line) => !line.includes('tries: 0'))
  for (const line of tried) say(`fettle external list: ${line}`)
  await team.kill()
  await team.start()
  say('Fettle was killed, too, and started again')
  await peer.start()
  say(`${peer.kind.name} runs again`)
  await settled(team, say)

  const there = (await peer.list()).filter(({ id }) => !before.some((old) => old.id === id))
  const promised = await expected(team)
  const right = isDeepStrictEqual(
    there.map(plain).toSorted((a, b) => a.ticket - b.ticket),
    promised,
  )
  for (const { ref, id, remarks } of there) say(`there: ${id} is ${ref} with ${remarks.length} remarks`)
  say(`promised: ${promised.length} tickets and ${promised.flatMap(({ remarks }) => remarks).length} remarks`)
  for (const line of await team.command('external', 'reconcile')) say(`fettle external reconcile: ${line}`)
  say(right ? 'each is there once, and the remarks are in their order' : 'NOT each is there once and in order')
  await peer.stop()
  return right
}

/** By number of our ticket, and remarks by number of the promise: that is how their references end. */
const plain = ({ ref, remarks }: Listed) => ({ ticket: last(ref), remarks: remarks.map(last) })
const last = (ref: string) => Number(ref.split('-').at(-1))

/** What Fettle says that it has promised. */
async function expected(team: Team) {
  const { list } = await (await team.admin()).external.list({ count: 1000 })
  const oldestFirst = list.toReversed()
  return oldestFirst
    .filter(({ what }) => what === 'ticket')
    .map(({ ticket }) => ({
      ticket,
      remarks: oldestFirst.filter((row) => row.what === 'remark' && row.ticket === ticket).map(({ id }) => id),
    }))
}

async function forward(team: Team, devices: readonly string[]): Promise<number[]> {
  const ann = await team.person('ann')
  const ids: number[] = []
  for (const device of devices) {
    await ann.tickets.create({ type: 0, device, description: `It does not work: ${device}.\n1. it's "dead" & cold` })
    const [newest] = (await ann.tickets.mine({ count: 1 })).list
    if (!newest) throw new Error('the ticket is not among my tickets')
    await (await team.admin()).tickets.forward({ id: newest.id })
    ids.push(newest.id)
  }
  return ids
}

async function work(team: Team, id: number, content: string): Promise<void> {
  const admin = await team.admin()
  await admin.tickets.pick({ id })
  await admin.tickets.update({ id, status: repairing })
  await admin.tickets.addnote({ id, content })
}

async function finish(team: Team, id: number): Promise<void> {
  const admin = await team.admin()
  await admin.tickets.update({ id, status: repaired })
  await admin.tickets.retrieve({ id })
}

async function counts(team: Team) {
  return (await (await team.admin()).external.list({ count: 1 })).counts
}

/** Waits until nothing is waiting. */
async function settled(team: Team, say: Say): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs)
  for (;;) {
    const { waiting, stuck, delivered } = await counts(team)
    if (waiting === 0 || patience.aborted) {
      say(`delivered: ${delivered}, waiting: ${waiting}, stuck: ${stuck}`)
      return
    }
    await pause(200)
  }
}
