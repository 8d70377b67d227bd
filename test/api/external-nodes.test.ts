import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misbehaving } from '../peers/misbehaving.ts'
import { redminePeer } from '../peers/redmine.ts'
import { listening } from '../peers/ticket-system.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

test('a delivery belongs to one node until its lease expires, and then to the other node alone', async () => {
  const redmine = redminePeer()
  await using server = await listening(redmine.listener)
  const searches: PromiseWithResolvers<void>[] = []
  // Each search has found nothing. It is answered when the test releases it.
  const hold = (_: string, path: string) => {
    if (!path.includes('cf_') || path.includes('fettle-check') || searches.length > 1) return undefined
    const search = Promise.withResolvers<void>()
    searches.push(search)
    return search.promise
  }
  await using front = await misbehaving({ target: server.url, fault: () => undefined, hold, lateMs: 0 })
  const env = { ...redmine.settings, EXTERNAL_URL: front.url, EXTERNAL_PRIVATE: 'on' }
  await using one = await newTeam({ on: 'postgres', env })
  // The clock of the second node is five minutes ahead.
  await using two = await newTeam({ on: 'postgres', env, beside: one, at: '2026-11-16T01:35:00Z' })
  const admin = await one.admin()
  const id = await createTicket(await one.user())
  await admin.tickets.forward({ id })
  await admin.tickets.addnote({ id, content: 'Also the cable.' })

  const first = one.running.deliver()
  await until(() => searches.length === 1)
  const tried = until(() => searches.length > 1)
  await Promise.race([two.running.deliver(), tried])
  one.pass({ minutes: 1 })
  await Promise.race([two.running.deliver(), tried])
  assert.deepEqual([searches.length, redmine.tickets().length], [1, 0])

  // The second node has to assume that the first is dead. It is not: it continues last, with its old search result.
  one.pass({ minutes: 2 })
  const second = two.running.deliver()
  await tried
  searches[1]?.resolve()
  await second
  searches[0]?.resolve()
  await first
  assert.deepEqual(
    redmine.tickets().map(({ comments }) => comments.length),
    [1],
  )
  assert.deepEqual((await admin.external.list()).counts, { waiting: 0, stuck: 0, delivered: 2 })
})

onEachDatabase('a team that moves to another ticket system', (on) => {
  test('after a change of ticket system, comments go only to tickets that the service created in the new one', async () => {
    const [before, after] = [redminePeer(), redminePeer()]
    await using earlier = await listening(before.listener)
    await using later = await listening(after.listener)
    const at = ({ url }: { url: string }) => ({ ...before.settings, EXTERNAL_URL: url, EXTERNAL_PRIVATE: 'on' })
    const issue = { project_id: 1, subject: 'A stranger’s printer' }
    const body = JSON.stringify({ issue })
    const key = before.settings['EXTERNAL_TOKEN'] ?? ''
    const headers = { 'content-type': 'application/json', 'x-redmine-api-key': key }
    await fetch(`${later.url}/issues.json`, { method: 'POST', headers, body })

    await using team = await newTeam({ on, env: at(earlier) })
    const admin = await team.admin()
    const id = await createTicket(await team.user())
    await admin.tickets.forward({ id })
    await team.running.deliver()
    const numbers = [before, after].map((system) => system.tickets().map((ticket) => ticket.id))
    assert.deepEqual(numbers, [[1], [1]], 'both systems begin with the same number')

    await team.running[Symbol.asyncDispose]()
    await using moved = await newTeam({ on, env: at(later), beside: team })
    const there = moved.as(admin.token)
    for (const content of ['The lid is loose.', 'The cord, too.']) {
      await there.tickets.addnote({ id, content })
      await moved.running.deliver()
    }
    assert.deepEqual(
      after.tickets().map(({ comments }) => comments.length),
      [0, 2],
    )
    assert.match(after.tickets()[1]?.comments.join() ?? '', /lid is loose.*cord, too/s)
    assert.equal(before.tickets()[0]?.comments.length, 0)
    assert.equal((await there.external.list()).list[0]?.remote.url, `${later.url}/issues/2`)
  })
})
