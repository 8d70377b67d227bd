import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, newTeam } from '../support/team.ts'

test('the same demo code is the same user, another one is another', async () => {
  await using team = await newTeam()
  await (await team.user('ann')).users.update({ name: 'Ann' })
  assert.equal((await (await team.user('ann')).users.info()).name, 'Ann')
  assert.equal((await (await team.user('bob')).users.info()).name, '')
  assert.equal((await team.anyone.team.info()).logins.demo, true)
})

test('without DEMO_LOGIN no request reaches demo login, wherever it says it comes from', async () => {
  await using team = await newTeam({ env: { DEMO_LOGIN: '' } })
  // The second is what nginx sends by default, to the letter: HTTP/1.1, its own Host, and no word of whom it speaks for.
  for (const headers of [{}, { host: '127.0.0.1:8080' }, { host: 'localhost' }, { 'x-forwarded-for': '127.0.0.1' }]) {
    const answer = await team.call('/login', json({ code: 'demo-member-1' }, headers))
    assert.equal(answer.status, 404, JSON.stringify(headers))
    assert.equal(answer.headers.get('x-error-code'), 'not_configured')
  }
  assert.equal((await team.anyone.team.info()).logins.demo, false)
})
