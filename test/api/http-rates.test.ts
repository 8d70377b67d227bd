import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkOf } from '#http/limits.ts'
import { onEachDatabase } from '../support/databases.ts'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'

/** Makes this many calls, some at a time, and counts the 429 answers; all others must succeed. */
async function refusedOf(total: number, call: (i: number) => Promise<Response>): Promise<number> {
  let refused = 0
  for (let i = 0; i < total; i += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, total - i) }, (_, k) => call(i + k)))
    for (const answer of answers) {
      if (answer.status === 200) await answer.arrayBuffer()
      else {
        await assertRefusal('too_many_requests', answer)
        refused += 1
      }
    }
  }
  return refused
}

const info = (team: Team, token: string) => team.call(`/user/info?token=${token}`)

describe('rate limits', () => {
  test('one token may send 600 requests a minute, and other tokens are unaffected', async () => {
    await using team = await newTeam()
    const ann = await team.user()
    const bob = await team.user()
    assert.equal(await refusedOf(605, () => info(team, ann.token)), 5)
    const refused = await team.call(`/user/info?token=${ann.token}`, { headers: { 'accept-language': 'en' } })
    assert.equal(refused.headers.get('retry-after'), '60')
    assert.equal(
      await assertRefusal('too_many_requests', refused),
      'Too many requests. Please try again in 60 seconds.',
    )
    assert.equal((await info(team, bob.token)).status, 200)
    team.pass({ seconds: 59 })
    assert.equal((await info(team, ann.token)).headers.get('retry-after'), '1')
    team.pass({ milliseconds: 400 })
    assert.equal((await info(team, ann.token)).headers.get('retry-after'), '1', 'a part of a second is a second')
    team.pass({ milliseconds: 600 })
    assert.equal((await info(team, ann.token)).status, 200)
  })

  test('one address may try to log in 600 times a minute, whatever codes and tokens it sends', async () => {
    await using team = await newTeam()
    assert.equal(await refusedOf(610, (i) => team.call('/login', json({ code: `code-${i % 3}`, token: `t${i}` }))), 10)
    team.pass({ minutes: 1 })
    assert.equal((await team.call('/login', json({ code: 'ann' }))).status, 200)
  })

  test('changing tokens does not avoid the rate limit of an address', async () => {
    await using team = await newTeam()
    await using wire = await RawConnection.open(team.url)
    const statuses = new Map<number, number>()
    for (let i = 0; i < 12_020; i += 1) {
      wire.send(`HEAD /checklogin?token=never-seen-${i} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
      if (i % 20 < 19) continue
      for (let k = 0; k < 20; k += 1) {
        const { status } = await wire.answer({ bodiless: true })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    assert.deepEqual(Object.fromEntries(statuses), { 200: 12_000, 429: 20 })
    // Monitoring still gets answers.
    assert.equal((await team.call('/healthz')).status, 200)
    team.pass({ minutes: 1 })
    assert.equal((await team.call('/codes')).status, 200)
  })

  test('rate limits can be turned off on loopback', async () => {
    await using team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    assert.equal(await refusedOf(700, () => team.call('/login', json({ code: 'ann' }))), 0)
  })

  test('an IPv6 network counts as one address for rate limits', () => {
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::9'))
    assert.notEqual(networkOf('2001:db8:1:2::9'), networkOf('2001:db8:1:3::9'))
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
    assert.equal(networkOf('::1'), '0:0:0:0::/64')
    assert.equal(networkOf('10.0.0.1'), '10.0.0.1')
    assert.notEqual(networkOf('::ffff:10.0.0.1'), networkOf('::ffff:10.0.0.2'))
  })
})

onEachDatabase('rate limits of feedback', (on) => {
  test('a user may send feedback 30 times an hour, on all devices together', async () => {
    await using team = await newTeam({ on })
    const phone = await team.user('ann')
    const laptop = await team.user('ann')
    const say = (token: string) => team.call('/report', json({ token, content: 'hello' }))
    assert.equal(await refusedOf(32, (i) => say(i % 2 ? phone.token : laptop.token)), 2)
    assert.equal((await say((await team.user('bob')).token)).status, 200)
    assert.equal((await info(team, phone.token)).status, 200)
    team.pass({ hours: 1 })
    assert.equal((await say(phone.token)).status, 200)
  })
})
