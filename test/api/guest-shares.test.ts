import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Person } from '../support/team.ts'

const perHour = { ticketsPerHour: 1, commentsPerHour: 1, uploadsPerHour: 120, feedbackPerHour: 1 }

onEachDatabase('limits for guests of one address', (on) => {
  test('guests of an address share a limit for text, apart from accounts and other addresses', async () => {
    await using team = await newTeam({ on, env: { TRUST_PROXY: '127.0.0.1' } })
    const admin = await team.admin()
    await admin.admin.updateSettings({ rates: { callsPerMinute: 600, loginsPerMinute: 600, ...perHour } })
    const guest = async () => team.as((await team.anyone.session.login({ code: 'guest' })).token)
    const write = async (path: string, { token }: Person, body: object, address = '10.0.0.1') => {
      const answer = await team.call(path, json({ token, ...body }, { 'x-forwarded-for': address }))
      await answer.arrayBuffer()
      return answer.status
    }
    for (const [path, body] of [
      ['/tickets/create', { type: 0, device: 'kettle' }],
      ['/report', { content: 'a word' }],
    ] as const) {
      for (let i = 0; i < 10; i += 1) assert.equal(await write(path, await guest(), body), 200)
      assert.equal(await write(path, await guest(), body), 429)
      assert.equal(await write(path, await guest(), body, '10.0.0.2'), 200)
      assert.equal(await write(path, await team.user(), body), 200)
      assert.equal(await write(path, await team.member(`Bob for ${path}`), body), 200)
      team.pass({ hours: 1 })
      assert.equal(await write(path, await guest(), body), 200)
    }
  })

  test('changes of a profile are limited for guests of an address and for each person', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    for (let i = 0; i < 120; i += 1) await ann.users.update({ name: `Ann ${i}` })
    await assert.rejects(ann.users.update({ name: 'Ann' }), { status: 429 })
    await ann.users.info()
    team.pass({ hours: 1 })
    await ann.users.update({ name: 'Ann' })
  })
})
