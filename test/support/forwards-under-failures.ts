import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DialectName } from '#store/engine/dialects.ts'
import { Service } from '../../scripts/shared/service.ts'
import { type Front, faults, misbehaving } from '../peers/misbehaving.ts'
import { countByRef, listening, type TicketSystem } from '../peers/ticket-system.ts'
import { freshDatabase } from './databases.ts'
import { Nodes } from './nodes.ts'

export interface ForwardLoad {
  readonly on: DialectName
  readonly nodes: number
  readonly tickets: number
  readonly kills: number
  /** The time limit of a call. All other timings depend on it. */
  readonly callMs: number
  readonly system: TicketSystem
  /** Like `Math.random`; decides whether and how the other side fails. */
  readonly chance: () => number
  readonly progress?: (there: number, kills: number) => void
}

const program = join(import.meta.dirname, 'programs/brisk.ts')
const misbehaves = 0.05
const ahead = 40

/** Forwards tickets to a failing system while the services are killed. Throws unless each arrives exactly once. */
export async function forwardUnderFailures({
  on,
  nodes: count,
  tickets,
  kills,
  callMs,
  system,
  chance,
  progress,
}: ForwardLoad) {
  await using fresh = await freshDatabase(on, { migrated: true })
  await using server = await listening(system.listener)
  const fault = () => (chance() < misbehaves ? faults[Math.floor(chance() * faults.length)] : undefined)
  await using front = await misbehaving({ target: server.url, fault, lateMs: callMs * 1.5 })
  const dir = (node: number) => join(fresh.dir, `node-${node}`)
  await using nodes = await Nodes.open(count, (node) => {
    mkdirSync(dir(node), { recursive: true })
    const database = fresh.config.kind === 'postgres' ? { DATABASE_URL: fresh.config.url } : {}
    const external = { ...system.settings, EXTERNAL_URL: front.url, EXTERNAL_PRIVATE: 'on', DEFAULT_LANG: 'en_US' }
    const command = [process.execPath, program, String(callMs)]
    return Service.launch({ command, dataDir: dir(node), env: { ...external, ...database, LOG_LEVEL: 'fatal' } })
  })
  const ids = await prepare(nodes, readFileSync(join(dir(0), 'admin-code'), 'utf8').trim(), tickets)

  let killed = 0
  const tell = () => progress?.(system.tickets().length, killed)
  async function killAll(): Promise<void> {
    for (; killed < kills; killed += 1) {
      while (system.tickets().length < ((killed + 1) * tickets) / (kills + 1)) await pause(10)
      await nodes.kill(killed % count)
      tell()
    }
  }
  async function forwardAll(): Promise<void> {
    for (const [i, id] of ids.entries()) {
      while (system.tickets().length < i - ahead) await pause(10)
      await nodes.ask((client) => client.tickets.forward({ id }), i)
      await nodes.ask((client) => client.tickets.addnote({ id, content: `about ${id};` }), i)
    }
  }
  await Promise.all([killAll(), forwardAll()])
  const left = async () => (await nodes.ask((client) => client.external.list({ count: 1 }))).counts
  for (let counts = await left(); counts.waiting > 0 && counts.stuck === 0; counts = await left()) {
    tell()
    await pause(100)
  }
  await front.settled()
  return await judge(nodes, ids, system, front)
}

/** An administrator with tickets. */
async function prepare(nodes: Nodes, adminCode: string, tickets: number): Promise<number[]> {
  nodes.token = (await nodes.ask((client) => client.session.login({ code: 'guest' }))).token
  await nodes.ask((client) => client.members.login({ code: adminCode }))
  for (let i = 0; i < tickets; i += 1)
    await nodes.ask((client) => client.tickets.create({ type: 0, device: `kettle ${i}` }), i)
  const { list } = await nodes.ask((client) => client.tickets.mine({ count: 1000 }))
  return list.map(({ id }) => id).toReversed()
}

async function judge(nodes: Nodes, ids: readonly number[], system: TicketSystem, front: Front) {
  const { list: stuck } = await nodes.ask((client) => client.external.list({ state: 'stuck' }))
  assert.deepEqual(stuck, [], 'no delivery is given up')
  const { counts } = await nodes.ask((client) => client.external.list({ count: 1 }))
  assert.equal(counts.waiting, 0, 'every ticket is delivered')
  assert.equal((await nodes.ask((client) => client.admin.stats())).notInExternal, 0)
  assert.equal(front.followed(), 0, 'no redirect is followed')
  const there = countByRef(system)
  assert.deepEqual(
    [...there].filter(([, times]) => times !== 1),
    [],
    'no ticket is forwarded twice',
  )
  assert.equal(there.size, ids.length, 'every ticket is there')
  const remote = new Map(system.tickets().map((ticket) => [String(ticket.id), ticket]))
  let remarks = 0
  for (const id of ids) {
    const { external, notes } = await nodes.ask((client) => client.tickets.info({ id }))
    const ticket = remote.get(external?.id ?? '')
    assert.ok(ticket)
    assert.ok(ticket.ref.endsWith(`-${id}`), `ticket ${id} is known by its own number`)
    // A comment may exist twice if the service was killed before it answered. Each one that is stored must have arrived.
    const said = notes.filter(({ type }) => type === 1).map(({ content }) => content)
    remarks += said.length
    assert.equal(ticket.comments.length, said.length, `the comments of ticket ${id}`)
    assert.ok(
      ticket.comments.every((text, i) => text.includes(said[i] ?? '?')),
      `in order: ticket ${id}`,
    )
  }
  const met = [...front.met.values()].reduce((sum, times) => sum + times, 0)
  return { tickets: ids.length, remarks, faults: met, kinds: front.met.size }
}
