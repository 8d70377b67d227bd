import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { isPassword } from '#service/people/passwords.ts'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'

const stuid = '2026001'
const passwd = 'a passphrase hard to guess'

/** Tries to log in as a member from this address; answers the error code, or `null`. */
async function tries(team: Team, who: Person, proof: object, address = '10.0.0.1'): Promise<string | null> {
  const answer = await team.call('/member/login', json({ token: who.token, ...proof }, { 'x-forwarded-for': address }))
  await answer.arrayBuffer()
  return answer.headers.get('x-error-code')
}

/** A team whose administrator has a password, and wrong guesses of it. */
async function guessedTeam(on: 'sqlite' | 'postgres') {
  const team = await newTeam({ on, env: { TRUST_PROXY: '127.0.0.1' } })
  team.secret(passwd)
  const admin = await team.admin()
  const { id } = await admin.members.checklogin()
  await admin.admin.updateMember({ id, stuid, passwd })
  const wrong = (who: Person, address?: string) => tries(team, who, { stuid, passwd: 'wrong guess' }, address)
  return { team, admin, wrong, [Symbol.asyncDispose]: () => team[Symbol.asyncDispose]() }
}

const count = (answers: readonly (string | null)[]) =>
  Object.fromEntries(
    Map.groupBy(answers, (code) => code ?? 'in')
      .entries()
      .map(([code, all]) => [code, all.length]),
  )

onEachDatabase('guessing secrets', (on) => {
  test('of many simultaneous guesses only the allowed number is checked, with one token or many', async () => {
    await using guessed = await guessedTeam(on)
    const { team, wrong } = guessed
    const eve = await team.user()
    const crowd = await Promise.all(Array.from({ length: 60 }, () => wrong(eve)))
    assert.deepEqual(count(crowd), { password_refused: 10, too_many_requests: 50 })
    team.pass({ minutes: 10 })
    const tokens = await Promise.all(Array.from({ length: 30 }, () => team.user()))
    assert.deepEqual(count(await Promise.all(tokens.map((who) => wrong(who)))), {
      password_refused: 10,
      too_many_requests: 20,
    })
  })

  test('a login attempt that was right or could not be checked is not counted', async () => {
    await using guessed = await guessedTeam(on)
    const { team, wrong } = guessed
    const ann = await team.user()
    for (let i = 0; i < 9; i += 1) assert.equal(await wrong(ann), 'password_refused')
    for (let i = 0; i < 2; i += 1) assert.equal(await tries(team, ann, { stuid, passwd }), null)
    assert.equal(await tries(team, ann, { stuid, passwd: 7 }), 'bad_input')
    assert.equal(await wrong(ann), 'password_refused')
    assert.equal(await wrong(ann), 'too_many_requests')
  })

  test('a guessing attacker blocks neither the administrator nor an invited member at the same address', async () => {
    await using guessed = await guessedTeam(on)
    const { team, admin, wrong } = guessed
    const { code } = await admin.admin.invite({ name: 'Bob' })
    team.secret(code)
    await admin.members.logout()
    const eves = await Promise.all(Array.from({ length: 11 }, () => team.user()))
    for (const eve of eves)
      await Promise.all(Array.from({ length: 10 }, () => tries(team, eve, { code: 'inv_0000-0000-0000-0000' })))
    const fresh = await team.user()
    assert.equal(await tries(team, fresh, { stuid: 'another', passwd: 'x' }), 'too_many_requests')
    assert.equal(await tries(team, fresh, { code: 'inv_0000-0000-0000-0000' }), 'too_many_requests')
    assert.equal(await tries(team, admin, { stuid, passwd }), null)
    assert.equal(await tries(team, await team.user(), { code }), null)
    // Guesses of a known user count for that user.
    for (let i = 0; i < 10; i += 1) assert.equal(await wrong(admin), 'password_refused')
    assert.equal(await tries(team, admin, { stuid, passwd }), 'too_many_requests')
    assert.equal(await tries(team, await team.user('the-admin'), { stuid, passwd }), 'too_many_requests')
    team.pass({ minutes: 10 })
    assert.equal(await tries(team, admin, { stuid, passwd }), null)
  })
})

test('two nodes count guesses and logins together', async () => {
  await using one = await newTeam({ on: 'postgres' })
  const admin = await one.admin()
  const eve = await one.user()
  const { rates } = await admin.admin.settings()
  await admin.admin.updateSettings({ rates: { ...rates, loginsPerMinute: 12 } })
  await using two = await newTeam({ beside: one })
  const guesses = Array.from({ length: 30 }, (_, i) => tries(i % 2 ? one : two, eve, { code: 'inv_x' }))
  assert.deepEqual(count(await Promise.all(guesses)), { code_refused: 10, too_many_requests: 20 })
  // Two logins were counted before this.
  const logins = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).call('/login', json({ code: 'ann' })))
  const statuses = (await Promise.all(logins)).map(({ status }) => String(status))
  assert.deepEqual(count(statuses.sort()), { 200: 10, 429: 10 })
})

test('a failed login is logged with its address and a hash of the account, never with the input', async () => {
  await using guessed = await guessedTeam('sqlite')
  const { team, wrong } = guessed
  const eve = await team.user()
  for (const secret of [stuid, 'wrong guess', 'inv_0000-0000-0000-0000', 'mail_0000-0000-0000-0000'])
    team.secret(secret)
  await wrong(eve, '10.1.2.3')
  await tries(team, eve, { code: 'inv_0000-0000-0000-0000' }, '10.1.2.3')
  await team.call('/login', json({ code: 'pair_0000-0000-0000-0000' }, { 'x-forwarded-for': '10.1.2.3' }))
  for (let i = 0; i < 12; i += 1) await tries(team, eve, { code: 'inv_0000-0000-0000-0000' }, '10.1.2.3')
  const lines = team
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const failed = lines.filter(({ msg }) => msg === 'a login failed')
  const account = createHash('sha256').update(stuid).digest('hex').slice(0, 12)
  const { id: person } = await eve.users.export().then(({ profile }) => profile)
  const all = { level: 40, address: '10.1.2.3' }
  const of = ({ level, address, endpoint, code, ...more }: Record<string, unknown>) => ({
    level,
    address,
    endpoint,
    code,
    account: more['account'],
    person: more['person'],
  })
  assert.deepEqual(failed.slice(0, 3).map(of), [
    { ...all, endpoint: '/member/login', code: 'password_refused', account, person },
    { ...all, endpoint: '/member/login', code: 'code_refused', account: undefined, person },
    { ...all, endpoint: '/login', code: 'code_refused', account: undefined, person: undefined },
  ])
  assert.equal(failed.length, 11, 'calls that are refused unread only have the line of the request')
  assert.deepEqual(
    lines.filter(({ limit }) => limit).map(({ limit, address, msg }) => [limit, address, msg]),
    [['guess_token', '10.1.2.3', 'a limit of attempts is reached']],
  )
})

test('while passwords are checked, other requests are answered, and too many logins are told to retry', async () => {
  const ended: string[] = []
  const guesses = Array.from({ length: 60 }, () => isPassword('x', undefined).finally(() => ended.push('password')))
  const outcomes = Promise.allSettled(guesses)
  const file = stat(import.meta.filename).then(() => ended.push('file'))
  const refused = (await outcomes).filter((one) => one.status === 'rejected').map(({ reason }) => reason.code)
  await file
  assert.deepEqual(
    refused,
    Array.from({ length: 26 }, () => 'overloaded'),
  )
  assert.ok(ended.indexOf('file') - refused.length < 4, `the file waited for ${ended.indexOf('file')} passwords`)
})
