import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '#contract/client.ts'
import { openEngine } from '#store/engine/open.ts'
import { type Fault, misbehaving } from '../peers/misbehaving.ts'
import { redminePeer } from '../peers/redmine.ts'
import { listening } from '../peers/ticket-system.ts'
import { tempDir } from '../support/databases.ts'
import { runProgram, startService } from '../support/program.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

const settings = (peer: ReturnType<typeof redminePeer>, url: string) => ({
  ...peer.settings,
  EXTERNAL_URL: url,
  EXTERNAL_PRIVATE: 'on',
  DEFAULT_LANG: 'en_US',
})

test('a stop while the other ticket system does not answer takes seconds, and the delivery stays in the outbox', async (t) => {
  const cwd = tempDir()
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const redmine = redminePeer()
  await using server = await listening(redmine.listener)
  let calls = 0
  const fault = (): Fault => {
    calls += 1
    return 'stalls'
  }
  await using front = await misbehaving({ target: server.url, fault, lateMs: 0 })
  const env = settings(redmine, front.url)
  await using service = await startService({ cwd, env })
  const { url } = service
  const { token } = await connect({ url }).session.login({ code: 'guest' })
  const ann = { ...connect({ url, token: () => token }), token }
  await ann.members.login({ code: readFileSync(join(cwd, 'data/admin-code'), 'utf8').trim() })
  const id = await createTicket(ann)
  calls = 0
  await ann.tickets.forward({ id })
  await until(() => calls > 0)
  service.tell('SIGTERM')
  // Closing that takes too long ends with 1.
  assert.equal((await service.ended).code, 0)
  const { out } = await runProgram(['external', 'list'], { cwd, env })
  assert.match(out, /^waiting: 1\n {2}\d+ {2}ticket #1 {2}tries: 1 {2}next: \S+\nstuck: 0\n$/)
})

test('the external command lists deliveries, retries them, and repairs differences on either side', async () => {
  let redmine = redminePeer()
  await using server = await listening((request, response) => redmine.listener(request, response))
  let fault: Fault | undefined
  await using front = await misbehaving({ target: server.url, fault: () => fault, lateMs: 0 })
  const env = settings(redmine, front.url)
  await using team = await newTeam({ at: Temporal.Now.instant().toString(), env })
  const program = { cwd: team.fresh.dir, env: { ...env, DATA_DIR: team.fresh.dir } }
  const external = (...words: string[]) => runProgram(['external', ...words], program)
  const numbers = () => redmine.tickets().map(({ ref }) => ref.replace(/^\w+-/, ''))
  const ann = await team.user()
  const admin = await team.admin()
  let made = 0
  const forward = async () => {
    made += 1
    const id = await createTicket(ann, { device: `kettle ${made}` })
    await admin.tickets.forward({ id })
    await team.running.deliver()
    return id
  }
  await forward()
  await forward()
  fault = 'fails'
  await admin.tickets.addnote({ id: await forward(), content: 'still waiting' })
  for (let i = 0; i < 30; i += 1) {
    team.pass({ hours: 1 })
    await team.running.deliver()
  }
  const stuck = await external('list')
  assert.match(
    stuck.out,
    /^waiting: 1\n {2}4 {2}ticket #3 \(remark\) {2}tries: 0\nstuck: 1\n {2}3 {2}ticket #3 {2}tries: \d+ {2}It reported an internal error \(500\)\.\n$/,
  )
  fault = undefined
  const right = await external('reconcile')
  assert.deepEqual(
    [right.code, right.out],
    [0, 'right: 2, still to be delivered: 1, corrected: 0, queued again: 0\n'],
    right.err,
  )
  assert.match((await external('retry')).out, /^Queued again: 1\./)
  await team.running.deliver()
  assert.deepEqual(numbers(), ['1', '2', '3'])
  const none = await external('list')
  assert.deepEqual([none.code, none.out], [0, 'waiting: 0\nstuck: 0\n'])
  assert.match((await external('retry', '99')).err, /^There is no delivery with this number\.$/m)

  // A wrong key reads like an empty Redmine, which must not be believed.
  redmine = redminePeer()
  const foreign = await runProgram(['external', 'reconcile'], {
    ...program,
    env: { ...program.env, EXTERNAL_TOKEN: 'another' },
  })
  assert.deepEqual([foreign.code, foreign.out], [1, ''])
  assert.match(foreign.err, /^The external ticket system: It refused access\./)

  // The other system has lost everything. Here, as after restoring an old backup, one ticket has the number of an
  // unrelated one, and one has that of another system.
  const lost = await external('reconcile')
  assert.match(lost.out, /^ticket #1: missing there; queued again\n(?:.*\n){2}right: 0, .*queued again: 3\n$/)
  await team.running.deliver()
  assert.deepEqual(numbers().toSorted(), ['1', '2', '3'])
  await using engine = await openEngine(team.fresh.config)
  await engine.change((db) => db.updateTable('remote').set({ remote_id: '77' }).where('ticket_id', '=', 2).execute())
  await engine.change((db) => db.updateTable('remote').set({ system: 'old' }).where('ticket_id', '<>', 2).execute())
  await engine.change((db) => db.updateTable('remote').set({ remote_id: '88' }).where('ticket_id', '=', 1).execute())
  await ann.tickets.addnote({ id: 1, content: 'Is it there?' })
  await team.running.deliver()
  assert.equal(redmine.tickets().find(({ ref }) => ref.endsWith('-1'))?.comments.length, 1)
  assert.match(
    (await external('reconcile')).out,
    /^(?:ticket #[23]: its number there is \d; corrected\n){2}right: 1, .*corrected: 2,/,
  )
  assert.equal((await external('reconcile')).out, 'right: 3, still to be delivered: 0, corrected: 0, queued again: 0\n')
})
