import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { mailer } from '#adapters/login/mail.ts'
import type { Client } from '#contract/client.ts'
import { mailAddressLimit } from '#rules/people/attempts.ts'
import { Attempts } from '#service/shared/attempts.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase, raceRounds } from '../support/databases.ts'
import { json, newTeam, type Team, type TeamOptions } from '../support/team.ts'
import { until } from '../support/until.ts'

async function mailTeam(smtpUrl: string, options: TeamOptions = {}): Promise<Team> {
  return newTeam({
    ...options,
    env: { SMTP_URL: smtpUrl, MAIL_FROM: 'Repair team <repair@example.org>', ...options.env },
  })
}

type SentCode = ReturnType<SmtpPeer['codeTo']>

/** Requests a code and reads it from the email. Neither code nor address may be in a log. */
async function codeFor(team: Team, peer: SmtpPeer, mail: string, by: Client = team.anyone): Promise<SentCode> {
  team.secret(mail)
  await by.session.mail({ mail })
  const sent = peer.codeTo(mail.toLowerCase())
  team.secret(sent.code)
  return { ...sent, mail }
}

/** Six other digits than those sent. */
const wrong = ({ code, mail }: SentCode, by = 1): SentCode => ({
  code: `mail_${String((Number(code.slice(5)) + by) % 1_000_000).padStart(6, '0')}`,
  mail,
})

/** Guesses until the address gets long codes. */
async function exhaust(team: Team, sent: SentCode): Promise<void> {
  for (let i = 1; i <= 5; i += 1) await assert.rejects(team.anyone.session.login(wrong(sent, i)), refused)
}

const refused = { status: 400, code: 'code_refused' }

onEachDatabase('login by email', (on) => {
  test('a person logs in with a code by email, and is the same person the next time', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer.url, { on })
    const first = await team.anyone.session.login(await codeFor(team, peer, 'ann@example.org'))
    await team.as(first.token).users.update({ name: 'Ann' })
    const second = await team.anyone.session.login(await codeFor(team, peer, 'Ann@Example.org'))
    assert.equal((await team.as(second.token).users.info()).name, 'Ann')
    const other = await team.anyone.session.login(await codeFor(team, peer, 'bob@example.org'))
    assert.equal((await team.as(other.token).users.info()).name, '')
    assert.deepEqual(
      peer.mails.map(({ to }) => to),
      [['ann@example.org'], ['ann@example.org'], ['bob@example.org']],
    )
  })

  test('an email login code works for ten minutes', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer.url, { on })
    const early = await codeFor(team, peer, 'ann@example.org')
    const late = await codeFor(team, peer, 'ann@example.org')
    team.pass({ minutes: 9, seconds: 59 })
    await team.anyone.session.login(early)
    team.pass({ seconds: 1 })
    await assert.rejects(team.anyone.session.login(late), refused)
  })

  test('an email login code works once, even if it is used twice at the same moment', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer.url, { on, env: { RATE_LIMITS: 'off' } })
    const addresses = Array.from({ length: raceRounds(on, 20) }, (_, round) => `ann-${round}@example.org`)
    for (const sent of await Promise.all(addresses.map((address) => codeFor(team, peer, address)))) {
      const tries = await Promise.allSettled([1, 2].map(() => team.anyone.session.login(sent)))
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      await assert.rejects(team.anyone.session.login(sent), refused)
    }
  })

  test('a six-digit code works only with its email address, and after five wrong attempts that address gets a long code', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer.url, { on })
    const sent = await codeFor(team, peer, 'ann@example.org')
    assert.match(sent.code, /^mail_[0-9]{6}$/)
    const { code } = sent
    await assert.rejects(team.anyone.session.login({ code }), { status: 400, code: 'bad_input', field: 'mail' })
    await assert.rejects(team.anyone.session.login({ code, mail: 'bob@example.org' }), refused)
    // Four wrong attempts are allowed, and the right code does not count as one.
    for (let i = 1; i <= 4; i += 1) await assert.rejects(team.anyone.session.login(wrong(sent, i)), refused)
    await team.anyone.session.login({ ...sent, mail: 'ANN@example.org' })
    const next = await codeFor(team, peer, 'ann@example.org')
    await codeFor(team, peer, 'ann@example.org')
    await assert.rejects(team.anyone.session.login(wrong(next)), refused)
    await assert.rejects(team.anyone.session.login(next), refused)
    assert.match(team.logged(), /"limit":"guess_mail","address":"127.0.0.1","account":"[0-9a-f]{12}"/)
    // The owner is not locked out: another mail with a long code is sent at once.
    const long = await codeFor(team, peer, 'ann@example.org')
    assert.match(long.code, /^mail_[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
    await team.anyone.session.login({ code: long.code })
    await assert.rejects(team.anyone.session.login(next), refused)
    team.pass({ hours: 24 })
    await team.anyone.session.login(await codeFor(team, peer, 'ann@example.org'))
    assert.equal(peer.mails.at(-1)?.mail.text?.includes('mail_'), false)
  })

  test('of many simultaneous guesses of an email code five are checked, wherever they come from', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer.url, { on, env: { TRUST_PROXY: '127.0.0.1' } })
    const sent = await codeFor(team, peer, 'ann@example.org')
    const guesses = Array.from({ length: 40 }, (_, i) =>
      team.call('/login', json(wrong(sent, i + 1), { 'x-forwarded-for': `10.0.0.${i}` })),
    )
    // Guesses that were not checked are answered like wrong ones.
    const answers = await Promise.all(guesses)
    assert.deepEqual(
      new Set(answers.map(({ status, headers }) => `${status} ${headers.get('x-error-code')}`)),
      new Set(['400 code_refused']),
    )
    await using engine = await openEngine(team.fresh.config)
    const counts = await engine.read((db) => db.selectFrom('attempt').select('taken').execute())
    assert.ok(counts.some(({ taken }) => Number(taken) === 5))
    await assert.rejects(team.anyone.session.login(sent), refused)
  })
})

test('a login email names the team, in the language that its receiver chose, else in that of the request', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url)
  await codeFor(team, peer, 'ann@example.org')
  const digits = /^\d{6}$/m.exec(peer.mails.at(-1)?.mail.text ?? '')?.[0]
  assert.equal(peer.mails.at(-1)?.mail.subject, `登录验证码：${digits}`)
  assert.match(peer.mails.at(-1)?.mail.text ?? '', /10 分钟内有效/)
  // Guests are the only login beside email: one of them has the admin code.
  await (await team.admin()).admin.updateSettings({ teamName: '东区维修队' })
  const english = team.as('', 'en_US')
  const sent = await codeFor(team, peer, 'ann@example.org', english)
  assert.match(peer.mails.at(-1)?.mail.subject ?? '', /^\d{6} is your login code for 东区维修队$/)
  // The link logs in. Its code is behind `#`, so no log holds it. Both parts of the mail have it.
  const { text = '', html, subject = '' } = peer.mails.at(-1)?.mail ?? {}
  for (const part of [text, String(html)])
    assert.match(part, new RegExp(`/sign-in\\?at=code#${subject.slice(0, 6)}(?![^"\\s])`))
  assert.match(String(html), />\d{6}<\/p>/)
  assert.match(peer.mails.at(-1)?.mail.text ?? '', /for 东区维修队:\s+\d{6}\s+.*expires in 10 minutes/)
  assert.deepEqual(peer.mails.at(-1)?.mail.from, { name: 'Repair team', address: 'repair@example.org' })
  const ann = team.as((await team.anyone.session.login(sent)).token)
  await ann.users.updateLocale({ lang: 'zh_CN' })
  await codeFor(team, peer, 'ann@example.org', english)
  assert.match(peer.mails.at(-1)?.mail.subject ?? '', /^【东区维修队】登录验证码：\d{6}$/)
})

test('an email code may be typed with spaces, capitals, full-width letters or without dashes', async () => {
  await using peer = await smtpPeer()
  // The demo login is off, because it would accept any code.
  await using team = await mailTeam(peer.url, { env: { PUBLIC_URL: 'https://repair.example.org' } })
  const wide = (code: string) => code.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  const digits: ((code: string) => string)[] = [
    (code) => code.replace(/(?=\d{3}$)/, ' '),
    (code) => ` ${code.toUpperCase().replace('_', '_ ')} `,
    wide,
  ]
  for (const [i, typed] of digits.entries()) {
    const { code, mail } = await codeFor(team, peer, `way-${i}@example.org`)
    await team.anyone.session.login({ code: typed(code), mail })
  }
  const ways: ((code: string) => string)[] = [
    (code) => code.toUpperCase(),
    (code) => code.replaceAll('-', ''),
    (code) => `  ${code.replaceAll('-', ' - ')} `,
    (code) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
    wide,
  ]
  await exhaust(team, await codeFor(team, peer, 'ann@example.org'))
  for (const typed of ways)
    await team.anyone.session.login({ code: typed((await codeFor(team, peer, 'ann@example.org')).code) })
})

test('a long email code with one wrong, missing or extra character is refused, and the right one still works', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url)
  await exhaust(team, await codeFor(team, peer, 'ann@example.org'))
  const { code } = await codeFor(team, peer, 'ann@example.org')
  const body = 'mail_'.length
  for (let at = body; at < code.length; at += 1) {
    if (code[at] === '-') continue
    const changed = code.slice(0, at) + (code[at] === '7' ? '8' : '7') + code.slice(at + 1)
    await assert.rejects(team.anyone.session.login({ code: changed }), refused)
  }
  for (const other of [code.slice(0, -1), `${code}7`, 'mail_', 'mail_-', 'mail_12345', `mail_${code}`])
    await assert.rejects(team.anyone.session.login({ code: other }), refused)
  await team.anyone.session.login({ code })
})

test('guessing email codes is limited', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url)
  const guess = (i: number) =>
    team
      .call('/login', json({ code: `mail_0000-0000-0000-${String(i).padStart(4, '0')}` }))
      .then(({ status }) => status)
  const answers: number[] = []
  // Not all at once: that would be refused for another reason.
  while (answers.length < 601)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: answers.length < 600 ? 100 : 1 }, (_, i) => guess(answers.length + i)),
      )),
    )
  assert.deepEqual([answers.filter((s) => s === 400).length, answers.filter((s) => s === 429).length], [600, 1])
  // A person with a valid code still gets in, even from the same address.
  await team.anyone.session.login(await codeFor(team, peer, 'ann@example.org'))
  const sent = await codeFor(team, peer, 'bob@example.org')
  await exhaust(team, sent)
  await assert.rejects(
    team.anyone.session.login(sent),
    refused,
    'the limit of the address holds for another client too',
  )
  const { code } = await codeFor(team, peer, 'bob@example.org')
  await team.anyone.session.login({ code })
  await assert.rejects(team.anyone.session.login({ code }), { status: 429 })
})

test('however often strangers ask, an email address gets few emails and has a valid code', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url, { env: { TRUST_PROXY: '127.0.0.1' } })
  const ask = async (mail: string, from: string) => {
    const answer = await team.call('/login/mail', json({ mail }, { 'x-forwarded-for': from }))
    assert.equal(answer.status, 200)
    await answer.arrayBuffer()
  }
  const crowd = (from: string) =>
    Array.from({ length: 20 }, (_, i) => ask(i % 2 ? 'ann@example.org' : 'ANN@example.org', from))
  await Promise.all(crowd('10.0.0.1'))
  team.pass({ minutes: 4, seconds: 59 })
  await Promise.all(crowd('10.0.0.2'))
  await ask('ann@example.org', '10.0.0.3')
  assert.equal(peer.mails.length, 2)
  // The code in the mailbox works, and after its use another is sent at once.
  await team.anyone.session.login(peer.codeTo('ann@example.org'))
  team.pass({ seconds: 1 })
  await ask('ann@example.org', '10.0.0.3')
  assert.equal(peer.mails.length, 3)
  await team.anyone.session.login(await codeFor(team, peer, 'bob@example.org'))
  await Promise.all(crowd('10.0.0.1'))
  team.pass({ minutes: 5 })
  await Promise.all(crowd('10.0.0.1'))
  assert.equal(peer.mails.filter(({ to }) => to[0] === 'ann@example.org').length, 6)
})

test('known users get their login email whatever their network requested before, and no answer reveals who is known', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url)
  await team.anyone.session.login(await codeFor(team, peer, 'ann@example.org'))
  await using beside = new Store(await openEngine(team.fresh.config, { clock: team.now }))
  const attempts = new Attempts(beside, team.now, { on: true, warn: () => {} })
  const limit = mailAddressLimit('127.0.0.1')
  const others = Array.from({ length: limit.rate.count }, () => attempts.tryTake(limit, { address: '127.0.0.1' }))
  const taken = await Promise.all(others)
  // All get their email except the one who used up a place for Ann.
  assert.equal(taken.filter((one) => one !== undefined).length, limit.rate.count - 1)
  const answers = ['ann@example.org', 'stranger@example.org'].map(async (mail) => {
    const answer = await team.call('/login/mail', json({ mail }))
    return [answer.status, await answer.text(), answer.headers.get('x-error-code')]
  })
  const [known, unknown] = await Promise.all(answers)
  assert.deepEqual(known, unknown)
  await until(() => peer.mails.length === 2)
  await team.anyone.session.login(peer.codeTo('ann@example.org'))
  assert.deepEqual(
    peer.mails.map(({ to }) => to[0]),
    ['ann@example.org', 'ann@example.org'],
  )
  assert.match(team.logged(), /"limit":"mail_address","address":"127.0.0.1","account":"[0-9a-f]{12}"/)
  team.pass({ minutes: 10 })
  await codeFor(team, peer, 'stranger@example.org')
})

test('an email address with a header, a second recipient or a command is refused', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url)
  for (const mail of [
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@example.org\nRCPT TO:<eve@example.org>',
    'ann@example.org\u0000',
    'ann@example.org, eve@example.org',
    'ann@example.org> <eve@example.org',
    '"ann" <eve@example.org>',
    'ann@example.org\u2028Bcc: eve@example.org',
    'ann@eve@example.org',
    'ann',
    '@example.org',
    'ann@',
    'ann@localhost',
    `${'a'.repeat(250)}@example.org`,
  ])
    await assert.rejects(team.anyone.session.mail({ mail }), { status: 400, code: 'bad_input' }, mail)
  assert.equal(peer.mails.length, 0)
  // An unusual but valid address gets its email, and no other address does.
  for (const mail of ['ann,eve@example.org', 'ann;eve@example.org', 'a(b)c@example.org', 'ann:eve@example.org']) {
    await team.anyone.session.mail({ mail })
    const arrived = peer.mails.at(-1)
    assert.equal(arrived?.to.length, 1)
    assert.equal(arrived?.mail.to?.length, 1)
    assert.ok(arrived?.to[0]?.endsWith('@example.org'))
  }
})

test('a login email goes to exactly the address that its code proves', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url)
  // The Kelvin sign becomes k in lower case, but is another mailbox.
  await team.anyone.session.mail({ mail: 'mi\u212ae@example.org' })
  assert.deepEqual(peer.mails.at(-1)?.to, ['mike@example.org'])
})

test('without a mail server both email endpoints answer 404', async () => {
  await using team = await newTeam()
  const missing = { status: 404, code: 'not_configured' }
  await assert.rejects(team.anyone.session.mail({ mail: 'ann@example.org' }), missing)
  await assert.rejects(team.anyone.session.login({ code: 'mail_0000-0000-0000-0000' }), missing)
})

test('login by email alone is enough off loopback, and other login codes get a 404', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer.url, { env: { PUBLIC_URL: 'https://repair.example.org' } })
  await assert.rejects(team.anyone.session.login({ code: 'ann' }), { status: 404, code: 'not_configured' })
  await team.anyone.session.login(await codeFor(team, peer, 'ann@example.org'))
})

const unavailable = { status: 503, code: 'peer_unavailable' }
const no = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

test('a mail server that refuses a login email causes a 503 and does not count against the limit', async () => {
  let refusing = true
  await using peer = await smtpPeer({ onRcptTo: (_to, _session, callback) => callback(refusing ? no(450) : null) })
  await using team = await mailTeam(peer.url)
  team.secret('ann@example.org')
  for (let i = 0; i < 8; i += 1)
    await assert.rejects(team.anyone.session.mail({ mail: 'ann@example.org' }), unavailable)
  assert.match(team.logged(), /"answer":450/)
  refusing = false
  await team.anyone.session.login(await codeFor(team, peer, 'ann@example.org'))
})

test('the code in a login email works even if the mail server reported a failure', async () => {
  await using peer = await smtpPeer({
    onData(stream, _session, callback) {
      stream.toArray().then((parts: Uint8Array[]) => {
        arrived = Buffer.concat(parts).toString('utf8')
        callback(no(451))
      }, callback)
    },
  })
  let arrived = ''
  await using team = await mailTeam(peer.url)
  await assert.rejects(team.as('', 'en_US').session.mail({ mail: 'ann@example.org' }), unavailable)
  const [digits = ''] = /^\d{6}$/m.exec(arrived.replaceAll('\r', '')) ?? []
  await team.anyone.session.login({ code: `mail_${digits}`, mail: 'ann@example.org' })
})

test('the mail server gets its password, a wrong password causes a 503, and neither is logged', async () => {
  await using peer = await smtpPeer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) =>
      password === 'right-password' ? callback(null, { user: 'fettle' }) : callback(no(535)),
  })
  for (const password of ['right-password', 'wrong-password']) {
    await using team = await mailTeam(peer.url.replace('//', `//fettle:${password}@`))
    team.secret(password)
    const sent = team.anyone.session.mail({ mail: 'ann@example.org' })
    if (password === 'right-password') await sent
    else await assert.rejects(sent, unavailable)
  }
})

test('a mail server with an unknown certificate causes a 503, with smtps and with STARTTLS', async () => {
  await using direct = await smtpPeer({ secure: true }, 'smtps')
  await using upgraded = await smtpPeer({ disabledCommands: [] })
  for (const peer of [direct, upgraded]) {
    await using team = await mailTeam(peer.url)
    await assert.rejects(team.anyone.session.mail({ mail: 'ann@example.org' }), unavailable)
    assert.equal(peer.mails.length, 0)
    await team.user('everything-else-goes-on')
  }
})

test('a mail server without encryption causes a 503 where encryption is required', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(`${peer.url}?requireTLS=true`)
  await assert.rejects(team.anyone.session.mail({ mail: 'ann@example.org' }), unavailable)
  assert.equal(peer.mails.length, 0)
})

/** Something on loopback that is no mail server. */
async function stranger(meet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    meet(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a mail server that is absent, hangs up or answers nonsense causes a 503', async () => {
  const gone = await stranger(() => {})
  await gone[Symbol.asyncDispose]()
  await using hangsUp = await stranger((socket) => void socket.end())
  await using nonsense = await stranger((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  for (const { url } of [gone, hangsUp, nonsense]) {
    await using team = await mailTeam(url)
    await assert.rejects(team.anyone.session.mail({ mail: 'ann@example.org' }), unavailable)
    await team.user('everything-else-goes-on')
  }
})

test('a login email to a mail server that is silent or never finishes ends at a time limit', async () => {
  await using silent = await stranger(() => {})
  await using endless = await stranger((socket) => {
    const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  for (const { url } of [silent, endless]) {
    const impatient = mailer({ url, from: 'repair@example.org', warn: () => {}, timeLimitMs: 200 })
    const sent = impatient.sendCode('ann@example.org', {
      about: 'login',
      code: 'mail_x',
      team: '',
      lang: 'en_US',
      minutes: 10,
    })
    await assert.rejects(sent, { name: 'Refusal', code: 'peer_unavailable' })
    await assert.rejects(impatient.check(), /does not answer as it should/)
  }
})
