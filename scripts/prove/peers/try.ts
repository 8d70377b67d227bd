import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { until } from '../../../test/support/until.ts'
import { diskFolder } from '../../shared/figures.ts'
import type { ListedTicket, Peer } from './peer.ts'
import { Team } from './team.ts'

const patienceMs = 15 * 60_000
// Within this time the first delivery fails.
const seenDownMs = 8000
const repairing = 3
const repaired = 5

/** The devices of the tickets that are forwarded before and after each kill of the other side. */
const rounds = [
  [['Kettle', 'Screen', 'Mouse'], ['Radio']],
  [['Toaster', 'Printer'], ['Lamp']],
  [['Clock', 'Heater'], ['Phone']],
] as const

/**
 * Forwards tickets to a real ticket system while both it and Fettle are killed again and again, then lists the tickets there with
 * the system's own tools. Returns whether each ticket and each remark arrived once, in order.
 */
export async function tryPeer(peer: Peer, tell: (line: string) => void): Promise<boolean> {
  using folder = diskFolder()
  const since = performance.now()
  const say = (line: string) => tell(`${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s  ${line}`)
  const { name } = peer.kind
  await peer.make()
  await peer.start()
  const before = await peer.list()
  say(`${name} runs; ${before.length} tickets there`)
  await using team = new Team(folder.dir, peer.settings())
  await team.start()
  for (const line of await team.command('check')) if (line.includes('external')) say(`fettle check: ${line}`)

  const all = await forward(team, ['水壶', 'Laptop <b>&</b>', '*Fan* @admin #1'])
  for (const id of all) await work(team, id, 'Opened it up.\n* _markup_ is text: {{toc}} [[Wiki]] "x":http://a.example')
  say(`forwarded tickets ${all.join(', ')}; each was claimed, moved and commented on after that`)
  say(await finalState(team))

  for (const [lit, dark] of rounds) {
    const { delivered } = await counts(team)
    const further = await forward(team, lit)
    for (const id of all) await (await team.person('ann')).tickets.addnote({ id, content: 'Any news?' })
    await until(async () => (await counts(team)).delivered > delivered)
    await peer.stop('SIGKILL')
    say(
      `forwarded tickets ${further.join(', ')}, commented on ${all.length} others; ${name} was killed as soon as something more had arrived`,
    )
    all.push(...further, ...(await forward(team, dark)))
    for (const id of all.slice(-2)) await work(team, id, '还在等配件。')
    say(`forwarded ticket ${all.at(-1)} while it was down, and claimed, moved and commented on the last two`)
    await pause(seenDownMs)
    for (const line of summary(await team.command('external', 'list'))) say(`fettle external list: ${line}`)
    await team.kill()
    await team.start()
    await peer.start()
    say(`Fettle was killed, too; both were started again`)
  }
  for (const id of all) await finish(team, id)
  say(`finished all ${all.length} tickets`)
  say(await finalState(team))

  const there = (await peer.list()).filter(({ id }) => !before.some((old) => old.id === id))
  const promised = await expectedTickets(team)
  const right = isDeepStrictEqual(
    there.map(plain).toSorted((a, b) => a.ticket - b.ticket),
    promised,
  )
  for (const { ref, id, remarks } of there) say(`in ${name}: ${id} is ${ref} with ${remarks.length} remarks`)
  say(`promised: ${promised.length} tickets and ${promised.flatMap(({ remarks }) => remarks).length} remarks`)
  for (const line of await team.command('external', 'reconcile')) say(`fettle external reconcile: ${line}`)
  say(right ? 'each is there once, and the remarks are in their order' : 'NOT each is there once and in order')
  await peer.stop()
  return right
}

/** Counts the waiting deliveries and their errors. */
function summary([waiting = '', ...lines]: readonly string[]): string[] {
  const met = lines.flatMap((line) => /tries: [1-9].*T\S+ {2}(.+)$/.exec(line)?.[1] ?? [])
  const kinds = [...Map.groupBy(met, (sentence) => sentence)].map(([sentence, all]) => `${all.length} × "${sentence}"`)
  return [[waiting, ...kinds].join('; ')]
}

/** The numbers at the ends of the references of a ticket and its remarks. */
const plain = ({ ref, remarks }: ListedTicket) => ({ ticket: last(ref), remarks: remarks.map(last) })
const last = (ref: string) => Number(ref.split('-').at(-1))

/** The deliveries that Fettle lists, by ticket. */
async function expectedTickets(team: Team) {
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

/** Waits, up to a limit, until everything is delivered; returns the counts as text. */
async function finalState(team: Team): Promise<string> {
  const patience = AbortSignal.timeout(patienceMs)
  await until(async () => patience.aborted || (await counts(team)).waiting === 0)
  const { waiting, stuck, delivered } = await counts(team)
  return `delivered: ${delivered}, waiting: ${waiting}, stuck: ${stuck}`
}
