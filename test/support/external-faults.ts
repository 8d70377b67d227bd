import assert from 'node:assert/strict'
import { type Fault, faults, misbehaving } from '../peers/misbehaving.ts'
import { countByRef, listening, type TicketSystem } from '../peers/ticket-system.ts'
import { newTeam } from './team.ts'
import { createTicket } from './tickets.ts'

/** Selects the failing call of a delivery, by the number of calls and of writes before it. */
export type CallSelector = (method: string, calls: number, writes: number) => boolean

/** The most important calls: the first question, creating the ticket, and adding the remark. */
export const mainCalls: readonly CallSelector[] = [
  (_, calls) => calls === 0,
  (method, _, writes) => method !== 'GET' && writes === 0,
  (method, _, writes) => method !== 'GET' && writes === 1,
]
/** More calls than any adapter makes for a ticket and a remark. */
export const allCalls: readonly CallSelector[] = Array.from(
  { length: 16 },
  (_, at): CallSelector =>
    (__, calls) =>
      calls === at,
)

/**
 * Forwards a ticket with a remark for each fault at each of these calls, and checks that each arrives exactly once. Answers the number of
 * tickets, and the errors that administrators saw meanwhile.
 */
export async function forwardWithEachFault(system: TicketSystem, which: readonly CallSelector[]) {
  await using server = await listening(system.listener)
  let calls = 0
  let writes = 0
  let wrong: { readonly fault: Fault; readonly is: CallSelector } | undefined
  const fault = (method: string) => {
    const chosen = wrong?.is(method, calls, writes) ? wrong.fault : undefined
    calls += 1
    if (method !== 'GET') writes += 1
    return chosen
  }
  await using front = await misbehaving({ target: server.url, fault, lateMs: 1500 })
  const env = { ...system.settings, EXTERNAL_URL: front.url, EXTERNAL_PRIVATE: 'on', DEFAULT_LANG: 'en_US' }
  await using team = await newTeam({ env: { ...env, RATE_LIMITS: 'off' }, pace: { callMs: 1000 } })
  team.secret(system.settings['EXTERNAL_TOKEN'] ?? '')
  const ann = await team.user()
  const bob = await team.member('Bob')
  const admin = await team.admin()
  const told = new Map<Fault, Set<string>>(faults.map((one) => [one, new Set()]))
  let tickets = 0
  for (const fault of faults)
    for (const is of which) {
      const id = await createTicket(ann, { device: `kettle ${tickets};` })
      await bob.tickets.forward({ id })
      await bob.tickets.addnote({ id, content: `kettle ${tickets};` })
      tickets += 1
      calls = 0
      writes = 0
      wrong = { fault, is }
      await team.running.deliver()
      wrong = undefined
      const { list, counts } = await admin.external.list()
      for (const { error } of list) if (error) told.get(fault)?.add(error)
      // More than once if this machine is slow.
      for (let { waiting } = counts, tries = 0; waiting > 0 && tries < 20; tries += 1) {
        await front.settled()
        team.pass({ minutes: 2 })
        await team.running.deliver()
        waiting = (await admin.external.list({ count: 1 })).counts.waiting
      }
    }
  const { counts } = await admin.external.list({ count: 1 })
  assert.deepEqual(counts, { waiting: 0, stuck: 0, delivered: 2 * tickets })
  assert.deepEqual([...countByRef(system).values()], Array(tickets).fill(1))
  for (const { subject, comments } of system.tickets()) {
    assert.equal(comments.length, 1, subject)
    assert.ok(comments[0]?.includes(subject.replace(/^.*: /, '')), subject)
  }
  assert.equal(front.followed(), 0)
  return { tickets, told }
}
