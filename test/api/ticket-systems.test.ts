import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connectPorts } from '#adapters/index.ts'
import { type Environment, readConfig } from '#config/config.ts'
import type { ForwardedTicket } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { redminePeer } from '../peers/redmine.ts'
import { requestTrackerPeer } from '../peers/request-tracker.ts'
import { countByRef, listening, type TicketSystem } from '../peers/ticket-system.ts'

const signal = AbortSignal.timeout(60_000)

function kettle(ref: string, text = 'It does not boil.'): ForwardedTicket {
  const facts = { id: 12, type: 'appliance', device: 'Kettle', deviceModel: '', description: text } as const
  return { ref, at: 0, subject: '#12 Kettle', text, link: 'https://repair.example.org/tickets/12', facts }
}

/** A connection to the system with these settings. */
async function reach({ listener, settings }: TicketSystem, env: Environment = {}) {
  const server = await listening(listener)
  const config = readConfig({ EXTERNAL_URL: server.url, EXTERNAL_PRIVATE: 'on', ...settings, ...env })
  const { external } = await connectPorts(
    config,
    () => {},
    () => 0,
  )
  const find = (ref: string) => external.find?.(ref, signal)
  /** One delivery as the outbox worker does it. */
  const deliver = async (ticket: ForwardedTicket) => (await find(ticket.ref)) ?? (await external.create(ticket, signal))
  return { ...external, find, deliver, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** The error as administrators see it, and whether it is retried automatically. */
async function troubleOf(work: Promise<unknown> | undefined) {
  const trouble = await work?.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(trouble instanceof Trouble, String(trouble))
  return { ...trouble.what, ...(trouble.hopeless ? { hopeless: true } : {}) }
}

const field = { say: 'misconfigured', setting: 'EXTERNAL_FIELD' }
const project = { say: 'misconfigured', setting: 'EXTERNAL_PROJECT' }
const credentials = { say: 'credentials' }

for (const [name, peer, page] of [
  ['Request Tracker', requestTrackerPeer, '/Ticket/Display.html?id=1'],
  ['Redmine', redminePeer, '/issues/1'],
] as const)
  describe(name, () => {
    test('a ticket and each comment exist once in the other system, however often they are delivered', async () => {
      const system = peer()
      await using external = await reach(system)
      await external.check(signal)
      const remote = await external.deliver(kettle("o'ne\\ill-12"))
      assert.deepEqual(remote, { id: '1', url: external.url + page })
      assert.deepEqual(await external.deliver(kettle("o'ne\\ill-12")), remote)
      assert.equal(await external.find("O'Ne\\Ill-12"), undefined)
      await external.deliver(kettle("o'ne\\ill-1"))
      assert.deepEqual(
        countByRef(system),
        new Map([
          ["o'ne\\ill-12", 1],
          ["o'ne\\ill-1", 1],
        ]),
      )
      // Staff closed the ticket over there; it is still the same ticket.
      system.close(1)
      assert.deepEqual(await external.deliver(kettle("o'ne\\ill-12")), remote)
      // A comment that contains the reference of a later comment does not prevent that comment.
      const remarks = ['x-12', 'x-1', 'x-1'].map((ref) => ({ ref, at: 0, text: 'Works again.\nx-1' }))
      for (const remark of remarks) await external.comment({ ...remote, ref: "o'ne\\ill-12" }, remark, signal)
      const [ticket, other] = system.tickets()
      assert.equal(ticket?.subject, '#12 Kettle')
      assert.deepEqual([ticket.comments.length, other?.comments.length], [2, 0])
      assert.ok(ticket.comments.every((text) => text.includes('Works again.')))
    })

    test('a comment on a deleted or invalid ticket fails permanently', async () => {
      await using external = await reach(peer())
      for (const id of ['99', '../queue/Repairs', '../projects/repairs', ''])
        assert.deepEqual(
          await troubleOf(external.comment({ id, url: undefined, ref: 'a-1' }, { ref: 'x', at: 0, text: 'y' }, signal)),
          { say: 'missing_there', hopeless: true },
        )
    })

    test('the check of a ticket system reports wrong settings, and an empty search creates nothing', async () => {
      const bad = {
        EXTERNAL_TOKEN: '1-31-00000000000000000000000000000000',
        EXTERNAL_PROJECT: 'nowhere',
        EXTERNAL_FIELD: 'Reference',
      }
      const said = { EXTERNAL_TOKEN: credentials, EXTERNAL_PROJECT: project, EXTERNAL_FIELD: field }
      for (const setting of ['EXTERNAL_TOKEN', 'EXTERNAL_PROJECT', 'EXTERNAL_FIELD'] as const) {
        const system = peer()
        await using external = await reach(system, { [setting]: bad[setting] })
        assert.deepEqual(await troubleOf(external.check(signal)), said[setting])
        assert.deepEqual(await troubleOf(external.deliver(kettle('a-1'))), said[setting])
        assert.deepEqual(system.tickets(), [])
      }
    })
  })

describe('Request Tracker', () => {
  test('without a right in the queue of Request Tracker the check says so, and at most one ticket lacks its reference', async () => {
    for (const [right, said, made] of [
      ['SeeQueue', project, 0],
      ['CreateTicket', credentials, 0],
      ['SeeCustomField', field, 0],
      ['SetInitialCustomField', { ...field, hopeless: true }, 1],
      ['ShowTicket', { ...field, hopeless: true }, 1],
    ] as const) {
      const system = requestTrackerPeer()
      system.rights.delete(right)
      await using external = await reach(system)
      assert.deepEqual(await troubleOf(external.deliver(kettle('a-1'))), said, right)
      assert.equal(system.tickets().length, made, right)
    }
  })

  test('a field of Request Tracker that became invisible does not double a ticket', async () => {
    const system = requestTrackerPeer()
    await using external = await reach(system)
    await external.deliver(kettle('a-1'))
    system.rights.delete('SeeCustomField')
    assert.deepEqual(await troubleOf(external.deliver(kettle('a-1'))), field)
  })

  test('a comment that Request Tracker hides is not repeated', async () => {
    const system = requestTrackerPeer()
    await using external = await reach(system)
    const remote = { ...(await external.deliver(kettle('a-1'))), ref: 'a-1' }
    const say = () => external.comment(remote, { ref: 'a-1-7', at: 0, text: 'Repaired.' }, signal)
    system.rights.delete('CommentOnTicket')
    assert.deepEqual(await troubleOf(say()), { say: 'refused', status: 400 })
    system.rights.add('CommentOnTicket').delete('ShowTicketComments')
    assert.deepEqual(await troubleOf(say()), { ...credentials, hopeless: true })
    system.rights.add('ShowTicketComments')
    await say()
    assert.deepEqual(system.tickets()[0]?.comments, ['Repaired.'])
  })

  test('comments follow a ticket merged in Request Tracker', async () => {
    const system = requestTrackerPeer()
    await using external = await reach(system)
    await external.deliver(kettle('a-1'))
    const remote = { ...(await external.deliver(kettle('a-2'))), ref: 'a-2' }
    const say = (ref: string) => external.comment(remote, { ref, at: 0, text: ref }, signal)
    await say('a-2-1')
    system.merge(2, 1)
    assert.equal((await external.find('a-2'))?.id, '2')
    for (const ref of ['a-2-1', 'a-2-2', 'a-2-2']) await say(ref)
    assert.deepEqual(
      system.tickets().map(({ comments }) => comments),
      [['a-2-2'], ['a-2-1']],
    )
  })
})

describe('Redmine', () => {
  test('with a wrong key of Redmine nothing is created although public data can be read', async () => {
    const system = redminePeer()
    await using external = await reach(system)
    const remote = { ...(await external.deliver(kettle('a-1'))), ref: 'a-1' }
    await using stranger = await reach(system, { EXTERNAL_TOKEN: 'nobody' })
    assert.deepEqual(await troubleOf(stranger.deliver(kettle('a-1'))), credentials)
    assert.deepEqual(await troubleOf(stranger.comment(remote, { ref: 'x', at: 0, text: 'y' }, signal)), credentials)
    system.rest = false
    assert.deepEqual(await troubleOf(external.check(signal)), credentials)
  })

  test('a field of Redmine that does not filter finds no ticket', async () => {
    const system = redminePeer()
    system.field.filter = false
    await using external = await reach(system)
    await external.deliver(kettle('a-1'))
    assert.deepEqual(await troubleOf(external.deliver(kettle('a-2'))), field)
    assert.deepEqual(await troubleOf(external.check(signal)), field)
    assert.equal(system.tickets().length, 1)
  })

  test('a field that the tracker of Redmine lacks is left out, and no second ticket is created', async () => {
    const system = redminePeer()
    system.field.onTracker = false
    await using external = await reach(system)
    await external.check(signal)
    assert.deepEqual(await troubleOf(external.deliver(kettle('a-1'))), { ...field, hopeless: true })
    assert.deepEqual(await troubleOf(external.deliver(kettle('a-2'))), field)
    assert.deepEqual(await troubleOf(external.check(signal)), field)
    system.field.onTracker = true
    await external.deliver(kettle('a-2'))
    assert.deepEqual(
      system.tickets().map(({ ref }) => ref),
      ['', 'a-2'],
    )
  })

  test('missing rights in Redmine are reported', async () => {
    for (const [permission, said] of [
      ['view_issues', { ...field, hopeless: true }],
      ['add_issues', { say: 'refused', status: 422 }],
    ] as const) {
      const system = redminePeer()
      system.permissions.delete(permission)
      await using external = await reach(system)
      assert.deepEqual(await troubleOf(external.deliver(kettle('a-1'))), said)
    }
    await using external = await reach(redminePeer(), { EXTERNAL_TRACKER: 'Bug' })
    assert.deepEqual(await troubleOf(external.check(signal)), { say: 'misconfigured', setting: 'EXTERNAL_TRACKER' })
  })

  test('a note that Redmine drops silently does not count as delivered', async () => {
    const system = redminePeer()
    await using external = await reach(system)
    const remote = { ...(await external.deliver(kettle('a-1'))), ref: 'a-1' }
    const say = () => external.comment(remote, { ref: 'a-1-7', at: 0, text: 'Repaired.' }, signal)
    system.permissions.delete('add_issue_notes')
    assert.deepEqual(await troubleOf(say()), credentials)
    system.permissions.add('edit_issues')
    assert.deepEqual(await troubleOf(say()), { ...credentials, hopeless: true })
    system.permissions.add('add_issue_notes')
    await say()
    assert.deepEqual(system.tickets()[0]?.comments, ['Repaired.\n\na-1-7'])
  })

  test('text of people is neither markup nor a mention in Redmine', async () => {
    const system = redminePeer()
    await using external = await reach(system)
    await external.deliver(kettle('a-1', 'h1. *Wi-Fi* @admin #3 <b> 50% 坏了!\n1. snake_case "x":http://a.example'))
    assert.equal(
      system.tickets()[0]?.text,
      'h1&#46; &#42;Wi-Fi&#42; &#64;admin &#35;3 &#60;b&#62; 50% 坏了!\r\n1&#46; snake_case &#34;x":http://a.example',
    )
  })
})
