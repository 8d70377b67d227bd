import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { newTeam } from '../support/team.ts'

test('each code of the demo login is one user', async () => {
  await using team = await newTeam()
  await (await team.user('ann')).users.update({ name: 'Ann' })
  assert.equal((await (await team.user('ann')).users.info()).name, 'Ann')
  assert.equal((await (await team.user('bob')).users.info()).name, '')
  assert.equal((await team.anyone.team.info()).logins.demo, true)
})

test('without DEMO_LOGIN every demo login is refused, whatever the request claims', async () => {
  await using team = await newTeam({ env: { DEMO_LOGIN: '' } })
  const body = JSON.stringify({ code: 'demo-member-1' })
  // The second is exactly what nginx sends by default: HTTP/1.1, its own Host, and no header about the client.
  for (const said of [
    'host: repair.example.org',
    'host: 127.0.0.1:8080',
    'host: localhost\r\nx-forwarded-for: 127.0.0.1',
  ]) {
    await using wire = await RawConnection.open(
      team.url,
      `POST /login HTTP/1.1\r\n${said}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await assertRefusal('not_configured', await wire.answer())
  }
  assert.equal((await team.anyone.team.info()).logins.demo, false)
})

test('the demo login requires a loopback Host, so a name that only resolves to loopback is refused', async () => {
  await using team = await newTeam()
  const body = JSON.stringify({ code: 'ann' })
  const login = async (host: string) => {
    await using wire = await RawConnection.open(
      team.url,
      `POST /login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    return await wire.answer()
  }
  for (const host of ['127.0.0.1', 'localhost:8080', '[::1]']) assert.equal((await login(host)).status, 200, host)
  for (const host of ['evil.example', 'evil.example:8080', '127.0.0.1.evil.example'])
    await assertRefusal('wrong_host', await login(host))
})
