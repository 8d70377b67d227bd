import assert from 'node:assert/strict'
import { type Status, statuses, targets } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { shelve, takeIn } from '#service/counter/custody.ts'
import type { Actor, MemberActor } from '#service/shared/actor.ts'
import { myTickets } from '#service/tickets/lists.ts'
import { addNote } from '#service/tickets/notes.ts'
import {
  assignTicket,
  cancelTicket,
  claimTicket,
  createTicket,
  dropTicket,
  forwardTicket,
  moveTicket,
  retrieveTicket,
  undoRetrieval,
} from '#service/tickets/tickets.ts'
import { ticketInfo } from '#service/tickets/views.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { testContext } from './context.ts'
import { freshStore } from './databases.ts'
import fc from './fast-check.ts'
import { noPorts } from './no-ports.ts'

/** A simple model of a ticket. */
interface Model {
  status: number
  workers: number[]
  confirmed: boolean
  forwarded: boolean
  /** Whether the team has the device. */
  here: boolean
  /** Whether the team had it when the device was collected. */
  returned: boolean
  /** Whether the hand-back was recorded. */
  said: boolean
  /** Steps its owner sees. */
  steps: number
  /** Changes in the operation log. */
  changes: number
}

const simple = ['pick', 'retrieve', 'unretrieve', 'forward', 'receive', 'shelve', 'handBack'] as const
type Step =
  | { readonly do: (typeof simple)[number]; readonly who: number; readonly ticket: number }
  | { readonly do: 'update'; readonly who: number; readonly ticket: number; readonly status: number }
  | { readonly do: 'assign' | 'drop'; readonly who: number; readonly ticket: number; readonly whom: number }
  | { readonly do: 'cancel' | 'comment'; readonly who: number; readonly ticket: number }

/** Members 0 to 3, of whom the last is an administrator; 4 is the owner. */
const admin = 3
const owner = 4
const member = fc.nat({ max: admin })
const ticket = fc.nat({ max: 1 })
const known = Object.values(statuses)

export const sequences: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom(...simple), who: member, ticket }),
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('update' as const),
        who: member,
        ticket,
        status: fc.constantFrom(...known),
      }),
    },
    fc.record({ do: fc.constantFrom('assign' as const, 'drop' as const), who: member, ticket, whom: member }),
    fc.record({ do: fc.constantFrom('cancel' as const, 'comment' as const), who: fc.nat({ max: owner }), ticket }),
  ),
  { maxLength: 24 },
)

/** The expected error code of a step, if any. Updates the model like the ticket. */
function expected(model: Model, step: Step): string {
  const { who } = step
  const open = model.status !== 7 && !model.confirmed
  const works = who === admin || model.workers.includes(who)
  const changed = (steps: number) => {
    model.steps += steps
    model.changes += 1
    return ''
  }
  const claim = (by: number) => Object.assign(model, { status: 1, workers: [by] })
  switch (step.do) {
    case 'pick':
      if (model.status === 0) return claim(who) && changed(1)
      if (model.workers.includes(who)) return ''
      return open && model.workers.length > 0 ? 'already_claimed' : 'move_not_allowed'
    case 'retrieve':
      if (model.confirmed) return ''
      if (model.status === 0) return 'not_claimed'
      Object.assign(model, { confirmed: true, returned: model.here, here: false, said: false })
      return changed(1)
    case 'handBack':
      if (model.confirmed) return model.said ? '' : 'handed_back'
      if (model.status === 0) return 'not_claimed'
      if (!model.here) return 'never_received'
      Object.assign(model, { confirmed: true, returned: true, here: false, said: true })
      return changed(1)
    case 'unretrieve':
      if (!model.confirmed) return ''
      Object.assign(model, { confirmed: false, here: model.returned })
      return changed(1)
    case 'receive':
      if (!open) return 'ticket_over'
      model.here = true
      return changed(1)
    case 'shelve':
      return model.here ? changed(0) : 'never_received'
    case 'forward':
      if (model.forwarded) return ''
      model.forwarded = true
      return changed(1)
    case 'comment':
      model.changes += 1
      return ''
    case 'assign':
      if (!works) return 'not_a_worker'
      if (model.workers.includes(step.whom)) return ''
      if (!open) return 'move_not_allowed'
      if (model.status === 0) claim(step.whom)
      else model.workers.push(step.whom)
      return changed(1)
    case 'drop':
      if (step.whom !== who && who !== admin) return 'wrong_role'
      if (!model.workers.includes(step.whom)) return ''
      if (!open) return 'move_not_allowed'
      if (model.workers.length === 1 && model.status !== 1) return 'last_worker'
      model.workers = model.workers.filter((worker) => worker !== step.whom)
      if (model.workers.length === 0) model.status = 0
      return changed(1)
    case 'update':
      return moved(step.status)
    case 'cancel':
      if (who === owner) return goes(7)
      return works ? moved(7) : 'not_a_worker'
  }

  function moved(to: number): string {
    if (model.status !== 0) return works ? goes(to) : 'not_a_worker'
    if (to === 0) return ''
    claim(who)
    if (to === 1) return changed(1)
    model.steps += 1
    return goes(to)
  }

  function goes(to: number): string {
    const from = model.status
    if (from === to) return ''
    const working = from >= 1 && from <= 4
    const allowed =
      !model.confirmed &&
      ((from === 0 && to === 7) ||
        (working && to >= 1) ||
        (from === 1 && to === 0 && model.workers.length <= 1) ||
        ((from === 5 || from === 6) && to === 3))
    if (!allowed) return 'move_not_allowed'
    model.status = to
    if (to === 0) model.workers = []
    return changed(1)
  }
}

/** The offered moves: all that would change the ticket, without duplicates. */
function offered(model: Model, who: number): string[] {
  const somebodyElse = admin + 1
  const works = who === admin || model.workers.includes(who)
  const steps: [string, Step][] = [
    ['pick', { do: 'pick', who, ticket: 0 }],
    ...known
      .filter((status) => status !== 1 || model.status !== 0) // that is to pick it
      .map((status): [string, Step] => [`update ${status}`, { do: 'update', who, ticket: 0, status }]),
    ...(works ? [['cancel', { do: 'cancel', who, ticket: 0 }] satisfies [string, Step]] : []),
    ['retrieve', { do: 'retrieve', who, ticket: 0 }],
    ['unretrieve', { do: 'unretrieve', who, ticket: 0 }],
    ['receive', { do: 'receive', who, ticket: 0 }],
    ['assign', { do: 'assign', who, ticket: 0, whom: somebodyElse }],
    ['drop', { do: 'drop', who, ticket: 0, whom: who }],
    ['addtoexternal', { do: 'forward', who, ticket: 0 }],
    ['addnote', { do: 'comment', who, ticket: 0 }],
  ]
  return steps
    .filter(([, step]) => {
      const next = structuredClone(model)
      return expected(next, step) === '' && next.changes > model.changes
    })
    .map(([offer]) => offer)
}

/** Runs sequences against the services on a real database, one after the other, each on tickets of its own. */
export async function modelOn(kind: DialectName) {
  const { store, engine, ...opened } = await freshStore(kind)
  let clock = Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds
  const team = { lang: 'en_US' as const, zone: 'Asia/Shanghai' }
  const all = testContext({ store, ports: noPorts, now: () => clock, team, publicUrl: 'http://127.0.0.1' })
  const { personId, members } = await store.upkeep(async (tx) => {
    const personId = await tx.users.ofIdentity('demo', 'owner', clock)
    const members: number[] = []
    for (let i = 0; i <= admin; i += 1)
      members.push((await tx.members.add({ name: `member ${i}`, admin: i === admin ? 1 : 0 }, clock)) ?? 0)
    return { personId, members }
  })
  const tokenHash = new Uint8Array()
  const memberActor = (i: number): MemberActor => ({
    role: i === admin ? 'admin' : 'member',
    personId: personId + 1 + i,
    memberId: members[i] ?? 0,
    lang: null,
    guest: false,
    tokenHash,
    confirmed: false,
  })
  for (let i = 0; i <= admin; i += 1) await store.upkeep((tx) => tx.users.ofIdentity('demo', `member ${i}`, clock))
  const theOwner: Actor = {
    role: 'user',
    personId,
    memberId: null,
    lang: null,
    guest: false,
    tokenHash,
    confirmed: false,
  }
  const idOf = (i: number) => members[i] ?? 0

  async function act(step: Step, id: number): Promise<void> {
    const actor = step.who === owner ? theOwner : memberActor(step.who)
    const asMember = memberActor(step.who)
    switch (step.do) {
      case 'pick':
        return claimTicket(all, asMember, id)
      case 'retrieve':
        return retrieveTicket(all, asMember, id)
      case 'unretrieve':
        return undoRetrieval(all, asMember, id)
      case 'forward':
        return forwardTicket(all, asMember, id)
      case 'receive':
        return takeIn(all, asMember, { id })
      case 'shelve':
        return shelve(all, asMember, id, 'B3')
      case 'handBack':
        return retrieveTicket(all, asMember, id, { returned: [], shown: 'id' })
      case 'update':
        return moveTicket(all, asMember, id, { status: step.status as Status }) // 0 to 7
      case 'assign':
        return assignTicket(all, asMember, id, { member: idOf(step.whom) })
      case 'drop':
        return dropTicket(all, asMember, id, idOf(step.whom))
      case 'cancel':
        return cancelTicket(all, actor, id)
      case 'comment':
        return void (await addNote(all, actor, id, { content: 'a word' }))
    }
  }

  return {
    async run(steps: readonly Step[]): Promise<void> {
      clock += 60_000
      for (const device of ['one', 'two']) await createTicket(all, theOwner, { type: 0, device }, undefined)
      const ids = (await myTickets(all, theOwner, { count: 2 })).list.map(({ id }) => id).reverse()
      const fresh = (): Model => ({
        status: 0,
        workers: [],
        confirmed: false,
        forwarded: false,
        here: false,
        returned: false,
        said: false,
        steps: 1,
        changes: 1,
      })
      const models = [fresh(), fresh()]
      const before = await store.read((tx) => tx.log.count({ target: targets.ticket }))
      for (const step of steps) {
        const [model = fresh(), id = 0] = [models[step.ticket], ids[step.ticket]]
        const answer = await act(step, id).then(
          () => '',
          (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
        )
        assert.equal(answer, expected(model, step), JSON.stringify({ step, model }))
        if (step.who === admin) await store.upkeep((tx) => tx.ticketQueues.countQueued(1))
      }
      for (const [i, model] of models.entries()) await agree(model, ids[i] ?? 0)
      const entries = (await store.read((tx) => tx.log.count({ target: targets.ticket }))) - before
      assert.equal(
        entries,
        models.reduce((sum, { changes }) => sum + changes - 1, 0),
      )
    },
    /** Asserts that counts match the tickets, before and after queued counts are applied. */
    async sound(): Promise<void> {
      assert.equal(await engine.read(driftOf), 0)
      while ((await store.upkeep((tx) => tx.ticketQueues.countQueued(100))) > 0);
      assert.equal(await engine.read(driftOf), 0)
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }

  async function agree(model: Model, id: number): Promise<void> {
    const who = id % (admin + 1)
    const info = await ticketInfo(all, memberActor(who), id, 'en_US')
    assert.deepEqual(
      {
        status: info.status,
        workers: info.workers.map((worker) => worker.id).sort(),
        confirmed: info.isConfirmed,
        here: info.here,
        picked: info.picked,
        steps: info.notes.filter(({ type }) => type === 0).length,
        moves: info.moves.map(({ action, status }) => (status === undefined ? action : `${action} ${status}`)).sort(),
      },
      {
        status: model.status,
        workers: model.workers.map(idOf).sort(),
        confirmed: model.confirmed,
        here: model.here,
        picked: model.workers.length > 0,
        steps: model.steps,
        moves: offered(model, who).sort(),
      },
    )
  }
}
