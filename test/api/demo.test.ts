import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { newTeam, type Team } from '../support/team.ts'

/** A login spelt out byte by byte, because a client would mend the headers; answers the status line. */
async function spelt(team: Team, headers: readonly string[], version = '1.1'): Promise<string> {
  const socket = connect(team.running.port, '127.0.0.1')
  await once(socket, 'connect')
  const body = '{"code":"ann"}'
  const lines = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close', ...headers]
  socket.end(`POST /login HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  return (await text(socket)).split('\r\n')[0] ?? ''
}

test('the same demo code is the same user, another one is another', async () => {
  await using team = await newTeam()
  await (await team.user('ann')).users.update({ name: 'Ann' })
  assert.equal((await (await team.user('ann')).users.info()).name, 'Ann')
  assert.equal((await (await team.user('bob')).users.info()).name, '')
})

test('demo login answers whoever is at this very machine', async () => {
  await using team = await newTeam()
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:8080', '127.0.0.9'])
    assert.match(await spelt(team, [`host: ${host}`]), / 200 /, host)
})

test('a request that came through a proxy never reaches demo login', async () => {
  await using team = await newTeam()
  for (const header of [
    'x-forwarded-for: 203.0.113.9',
    'x-forwarded-for: 127.0.0.1',
    'X-Forwarded-Host: repair.example.org',
    'x-forwarded-proto: https',
    'x-forwarded-port: 443',
    'x-real-ip: 203.0.113.9',
    'forwarded: for=203.0.113.9',
    'via: 1.1 proxy',
    'cf-connecting-ip: 203.0.113.9',
  ])
    assert.match(await spelt(team, ['host: 127.0.0.1', header]), / 404 /, header)
  // nginx as it comes says nothing of itself, but it speaks HTTP/1.0 to what is behind it.
  assert.match(await spelt(team, ['host: 127.0.0.1'], '1.0'), / 404 /)
})

test('a trusted proxy is a proxy too', async () => {
  await using team = await newTeam({ env: { TRUST_PROXY: '127.0.0.1' } })
  assert.match(await spelt(team, ['host: 127.0.0.1', 'x-forwarded-for: 127.0.0.1']), / 404 /)
})

test('a request for a foreign host never reaches demo login', async () => {
  await using team = await newTeam()
  for (const host of [
    'repair.example.org',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '10.0.0.1',
    '[::2]',
    'a b',
  ])
    assert.match(await spelt(team, [`host: ${host}`]), / 40[04] /, host)
})

test('demo login is off where the public address is not loopback', async () => {
  await using team = await newTeam({
    env: { PUBLIC_URL: 'https://repair.example.org', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' },
  })
  assert.match(await spelt(team, ['host: 127.0.0.1']), / 404 /)
})
