import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster } from '../support/staffed.ts'
import { json, newTeam, type Person, type Team, type TeamOptions } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const mailTeam = (peer: SmtpPeer, options: TeamOptions = {}) =>
  newTeam({
    ...options,
    env: { SMTP_URL: peer.url, MAIL_FROM: 'Repair team <repair@example.org>', DEFAULT_LANG: 'en_US', ...options.env },
  })

/** A person who logs in by mail. */
async function byMail(team: Team, peer: SmtpPeer, mail: string, lang: Lang = 'en_US'): Promise<Person> {
  team.secret(mail)
  await team.anyone.session.mail({ mail })
  const person = team.as((await team.anyone.session.login(peer.codeTo(mail))).token)
  await person.users.updateLocale({ lang })
  return person
}

/** All emails to an address, except codes. */
const told = (peer: SmtpPeer, address: string) =>
  peer.mails.filter(({ to, mail }) => to.includes(address) && !/^\d{6}$/m.test(mail.text ?? '')).map(({ mail }) => mail)

/** Delivers what is due, and what becomes due by that. */
async function deliver(team: Team): Promise<void> {
  await team.running.deliver()
  await team.running.deliver()
}

const repaired = (member: Person, id: number) => member.tickets.update({ id, status: statuses.repaired })
const digitsTo = (peer: SmtpPeer, address: string) => peer.codeTo(address).code.replace('mail_', '')
const wrongDigits = (digits: string, by = 1) => String((Number(digits) + by) % 1_000_000).padStart(6, '0')
const refused = { status: 400, code: 'code_refused' }

onEachDatabase('messages by email', (on) => {
  test('an owner gets one email that the device is ready, with place and hours, at once but not at night', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on, at: '2026-11-16T05:00:00Z' })
    const { admin, bob } = await addRoster(team)
    await admin.admin.updateSettings({
      teamName: '东区维修队',
      place: { name: { zh_CN: '3 号楼 105 室', en_US: 'Building 3, room 105' }, map: '' },
    })
    const ann = await byMail(team, peer, 'ann@example.org', 'zh_CN')
    const eve = await byMail(team, peer, 'eve@example.org', 'en_US')
    const [kettle, lamp] = [await createTicket(ann, { device: 'Kettle' }), await createTicket(eve, { device: 'Lamp' })]

    // The waiting comment is sent with it, and nothing twice. Ann gets no email about her own comment, and “on hold” is
    // over.
    await ann.tickets.addnote({ id: kettle, content: 'Thank you!' })
    await bob.tickets.update({ id: kettle, status: statuses.waiting })
    await bob.tickets.addnote({ id: kettle, content: 'A new thermostat.' })
    team.pass({ minutes: 5 })
    await deliver(team)
    assert.equal(told(peer, 'ann@example.org').length, 0)
    await repaired(bob, kettle)
    await bob.tickets.update({ id: kettle, status: statuses.repairing })
    await repaired(bob, kettle)
    await repaired(bob, lamp)
    await deliver(team)
    assert.deepEqual([told(peer, 'ann@example.org').length, told(peer, 'eve@example.org').length], [1, 1])
    team.pass({ minutes: 10 })
    await deliver(team)
    await deliver(team)
    const [first, ...more] = told(peer, 'ann@example.org')
    assert.deepEqual(more, [])
    assert.equal(first?.subject, `东区维修队 · 修好了，可以来取：#${kettle}（Kettle），另有 1 条`)
    assert.match(
      first?.text ?? '',
      /Bob 给你留言：\n\nA new thermostat\.\n\n.*修好了，可以来取了（3 号楼 105 室）。下次开放：11 月 16 日 周一 14:00–17:00。/,
    )
    assert.ok(!/等待|Thank you/.test(`${first?.text} ${first?.html}`))
    const [english, ...others] = told(peer, 'eve@example.org')
    assert.deepEqual(others, [])
    assert.equal(english?.subject, `东区维修队 · Ready to collect: #${lamp} (Lamp)`)
    assert.match(
      english?.text ?? '',
      /collect it at Building 3, room 105\. We are next open on Mon 16 Nov, 14:00–17:00\./,
    )
    assert.ok(english?.text?.includes(`http://127.0.0.1:8080/t/${lamp}`))

    // The device was collected meanwhile, so no email is sent.
    const radio = await createTicket(ann, { device: 'Radio' })
    await repaired(bob, radio)
    await bob.tickets.retrieve({ id: radio })
    team.pass({ minutes: 10 })
    await deliver(team)
    assert.equal(told(peer, 'ann@example.org').length, 1)

    const { list, channels } = await admin.messages.sent()
    assert.deepEqual(channels, [{ channel: 'mail', waiting: 0, error: '' }])
    assert.equal(
      list.reduce((sum, { sent }) => sum + sent, 0),
      2,
    )
    assert.ok(!JSON.stringify(list).includes('example.org'))

    // At night the email waits for the morning.
    const fan = await createTicket(ann, { device: 'Fan' })
    team.pass({ hours: 9 })
    await repaired(bob, fan)
    await deliver(team)
    team.pass({ minutes: 30 })
    await deliver(team)
    assert.equal(told(peer, 'ann@example.org').length, 1)
    team.pass({ hours: 8, minutes: 30 })
    await deliver(team)
    await deliver(team)
    assert.equal(told(peer, 'ann@example.org').length, 1)
    team.pass({ hours: 1 })
    await deliver(team)
    await deliver(team)
    assert.deepEqual(
      told(peer, 'ann@example.org').map(({ subject }) => subject?.includes('Fan')),
      [false, true],
    )
  })

  test('a comment that was answered or read meanwhile is not emailed; another one is, with the name of its writer', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on, at: '2026-11-16T05:00:00Z' })
    const { bob } = await addRoster(team)
    const ann = await byMail(team, peer, 'ann@example.org')
    const comments = async (device: string) => {
      const id = await createTicket(ann, { device })
      await bob.tickets.pick({ id })
      await bob.tickets.addnote({ id, content: `About the ${device}` })
      return id
    }
    const [answered, read, other] = [await comments('Kettle'), await comments('Lamp'), await comments('Radio')]
    await deliver(team)
    await ann.tickets.addnote({ id: answered, content: 'Yes' })
    await ann.tickets.info({ id: read })
    team.pass({ minutes: 10 })
    await deliver(team)
    const mails = told(peer, 'ann@example.org')
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [`Fettle · Bob wrote to you: #${other} (Radio)`],
    )
    for (const part of [mails[0]?.text, String(mails[0]?.html)]) {
      assert.match(part ?? '', /Bob wrote to you about/)
      assert.match(part ?? '', /About the Radio/)
      assert.match(part ?? '', new RegExp(`/t/${other}\\b`))
    }
  })

  test('one click unsubscribes a person, and waiting emails are not sent', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on })
    const bob = await team.member('Bob')
    const [ann, eve] = [await byMail(team, peer, 'ann@example.org'), await byMail(team, peer, 'eve@example.org')]
    const [first, second, other] = [await createTicket(ann), await createTicket(ann), await createTicket(eve)]
    await repaired(bob, first)
    await deliver(team)
    team.pass({ minutes: 10 })
    await deliver(team)
    const [mail] = told(peer, 'ann@example.org')
    const stop = new URL(
      /<(.*)>/.exec(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '',
    )
    assert.equal(stop.origin, 'http://127.0.0.1:8080')
    const key = stop.searchParams.get('key') ?? ''
    team.secret(key)
    for (const id of [second, other]) await bob.tickets.addnote({ id, content: 'Which one?' })
    await deliver(team)

    // A program that opens the link changes nothing.
    const page = await team.call(stop.pathname + stop.search, { headers: { 'accept-language': 'zh-CN' } })
    const shown = await page.text()
    assert.match(shown, /<form method="post"><button>不再接收邮件<\/button><\/form>/)
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/)
    assert.doesNotMatch(shown, /<script/)
    assert.ok(!shown.includes(key))
    const choices = async (person: Person) => (await person.messages.choices()).channels.mail
    assert.deepEqual([await choices(ann), await choices(eve)], [true, true])

    const click = (given: string, init: RequestInit = {}) =>
      team.call(`/mail/off?key=${given}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        ...init,
      })
    const unknown = await click('x'.repeat(key.length))
    const clicked = await click(key)
    assert.deepEqual([clicked.status, await clicked.text()], [unknown.status, await unknown.text()])
    assert.equal(clicked.status, 200)
    assert.deepEqual([await choices(ann), await choices(eve)], [false, true])
    team.pass({ minutes: 10 })
    await deliver(team)
    assert.deepEqual([told(peer, 'ann@example.org').length, told(peer, 'eve@example.org').length], [1, 1])
    // Login codes are still sent.
    assert.equal(await byMail(team, peer, 'ann@example.org').then(choices), false)

    // In each form that an email program or a browser sends.
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    for (const init of [{ body: form }, { body: '' }, json({}), json({ key })]) {
      await ann.messages.choose({ channels: { mail: true } })
      assert.equal(await choices(ann), true)
      assert.equal((await click(key, init)).status, 200)
      assert.equal(await choices(ann), false)
    }
    await ann.messages.choose({ channels: { mail: true }, kinds: { collected: true } })
    assert.equal((await team.call('/mail/off', { method: 'POST', body: new URLSearchParams({ key }) })).status, 200)
    assert.deepEqual([await choices(ann), (await ann.messages.choices()).kinds['collected']], [false, true])
    assert.equal((await team.call('/mail/off', { method: 'POST' })).status, 400)
    // No other endpoint reads such forms.
    const elsewhere = await team.call('/report', { method: 'POST', body: new URLSearchParams({ token: ann.token }) })
    assert.equal(elsewhere.headers.get('x-error-code'), 'wrong_media_type')
  })

  test('a person confirms an email address with six digits that no one else can use', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on })
    const [ann, eve] = [await team.user('ann'), await team.user('eve')]
    const mailOf = async (person: Person) => (await person.messages.choices()).mail
    const none = { address: '', own: false, pending: '', refused: false }
    team.secret('ann@example.org')
    await ann.messages.setMail({ mail: 'Ann@Example.org' })
    const digits = digitsTo(peer, 'ann@example.org')
    team.secret(digits)
    assert.match(peer.mails.at(-1)?.mail.subject ?? '', /^\d{6} confirms your email address/)
    assert.deepEqual(await mailOf(ann), { ...none, pending: 'ann@example.org' })
    await assert.rejects(eve.messages.verifyMail({ code: digits }), refused)
    await eve.messages.setMail({ mail: 'eve@example.org' })
    await assert.rejects(eve.messages.verifyMail({ code: digits }), refused)
    await assert.rejects(team.anyone.session.login({ code: `mail_${digits}`, mail: 'ann@example.org' }), refused)
    await assert.rejects(ann.messages.verifyMail({ code: wrongDigits(digits) }), refused)
    await ann.messages.verifyMail({ code: `${digits.slice(0, 3)} ${digits.slice(3)}` })
    assert.deepEqual(await mailOf(ann), { ...none, address: 'ann@example.org', own: true })
    await assert.rejects(ann.messages.verifyMail({ code: digits }), refused)

    // Another user may have the same address; each has what they confirmed.
    await eve.messages.setMail({ mail: 'ann@example.org' })
    await eve.messages.verifyMail({ code: digitsTo(peer, 'ann@example.org') })
    assert.equal((await mailOf(eve))?.address, 'ann@example.org')
    await eve.messages.setMail({ mail: '' })
    assert.deepEqual([await mailOf(eve), (await mailOf(ann))?.address], [none, 'ann@example.org'])

    // A code becomes invalid with its time, with a newer code, and when the address is removed.
    team.pass({ minutes: 5 })
    await ann.messages.setMail({ mail: 'new@example.org' })
    const older = digitsTo(peer, 'new@example.org')
    await ann.messages.setMail({ mail: 'new@example.org' })
    const newer = digitsTo(peer, 'new@example.org')
    if (older !== newer) await assert.rejects(ann.messages.verifyMail({ code: older }), refused)
    team.pass({ minutes: 10 })
    await assert.rejects(ann.messages.verifyMail({ code: newer }), refused)
    assert.deepEqual(await mailOf(ann), { ...none, address: 'ann@example.org', own: true })
    await ann.messages.setMail({ mail: 'new@example.org' })
    await ann.messages.setMail({ mail: '' })
    await assert.rejects(ann.messages.verifyMail({ code: digitsTo(peer, 'new@example.org') }), refused)
    assert.deepEqual(await mailOf(ann), none)
  })

  test('an address refused by its mail server is not used until it is confirmed again, and its owner is told', async () => {
    let gone = ''
    await using peer = await smtpPeer({
      onRcptTo: ({ address }, _session, done) =>
        done(gone === address ? Object.assign(new Error('5.1.1 no'), { responseCode: 550 }) : null),
    })
    await using team = await mailTeam(peer, { on })
    const bob = await team.member('Bob')
    const ann = await byMail(team, peer, 'ann@example.org')
    await ann.messages.setMail({ mail: 'old@example.org' })
    await ann.messages.verifyMail({ code: digitsTo(peer, 'old@example.org') })
    gone = 'old@example.org'
    for (const device of ['Kettle', 'Lamp']) {
      await repaired(bob, await createTicket(ann, { device }))
      await deliver(team)
      team.pass({ minutes: 10 })
      await deliver(team)
    }
    const { mail } = await ann.messages.choices()
    assert.deepEqual(mail, { address: 'old@example.org', own: true, pending: '', refused: true })
    const notices = (await ann.users.notices()).list.filter(({ kind }) => kind === 'mail_refused')
    assert.equal(notices.length, 1)
    const [day] = (await (await team.admin()).messages.sent()).list
    assert.deepEqual([day?.failed, day?.sent], [1, 0])

    gone = 'ann@example.org'
    await ann.messages.setMail({ mail: 'old@example.org' })
    await ann.messages.verifyMail({ code: digitsTo(peer, 'old@example.org') })
    assert.equal((await ann.messages.choices()).mail?.refused, false)
    await repaired(bob, await createTicket(ann, { device: 'Fan' }))
    await deliver(team)
    team.pass({ minutes: 10 })
    await deliver(team)
    assert.deepEqual(
      told(peer, 'old@example.org').map(({ subject }) => subject?.includes('Fan')),
      [true],
    )

    // Without an own address, the one of the login is used again. Removing no address confirms none.
    const login = { address: 'ann@example.org', own: false, pending: '', refused: false }
    await ann.messages.setMail({ mail: '' })
    assert.deepEqual((await ann.messages.choices()).mail, login)
    await repaired(bob, await createTicket(ann, { device: 'Radio' }))
    await deliver(team)
    team.pass({ minutes: 10 })
    await deliver(team)
    await ann.messages.setMail({ mail: '' })
    assert.deepEqual((await ann.messages.choices()).mail, { ...login, refused: true })
  })
})

test('wrong codes for an address count only against the user who tries, and not against logins', async () => {
  await using peer = await smtpPeer()
  await using team = await mailTeam(peer)
  const [eve, bob] = [await team.user('eve'), await byMail(team, peer, 'bob@example.org')]
  const tooMany = { status: 429, code: 'too_many_requests' }
  await eve.messages.setMail({ mail: 'ann@example.org' })
  await eve.messages.setMail({ mail: 'ann@example.org' })
  await assert.rejects(eve.messages.setMail({ mail: 'ann@example.org' }), tooMany)
  // Guests are limited together, users with an account one by one.
  await assert.rejects((await team.user('mallory')).messages.setMail({ mail: 'Ann@example.org' }), tooMany)
  const digits = digitsTo(peer, 'ann@example.org')
  for (let i = 1; i <= 5; i += 1)
    await assert.rejects(eve.messages.verifyMail({ code: wrongDigits(digits, i) }), refused)
  await assert.rejects(eve.messages.verifyMail({ code: digits }), tooMany)
  await bob.messages.setMail({ mail: 'ann@example.org' })
  await bob.messages.verifyMail({ code: digitsTo(peer, 'ann@example.org') })
  const ann = await byMail(team, peer, 'ann@example.org')
  assert.equal((await ann.messages.choices()).mail?.address, 'ann@example.org')
  team.pass({ hours: 1 })
  await eve.messages.setMail({ mail: 'eve@example.org' })
  await eve.messages.verifyMail({ code: digitsTo(peer, 'eve@example.org') })
  for (let i = 0; i < 9; i += 1) await eve.messages.setMail({ mail: `eve-${i}@example.org` })
  await assert.rejects(eve.messages.setMail({ mail: 'eve-9@example.org' }), tooMany)
  await eve.messages.setMail({ mail: '' })
})

test('while a mail server is busy or away, its email waits, and is sent later once with the same id', async () => {
  let trouble: 'busy' | undefined
  await using peer = await smtpPeer({
    onRcptTo: (_to, _session, done) =>
      done(trouble === 'busy' ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
  })
  await using team = await mailTeam(peer)
  const [admin, bob] = [await team.admin(), await team.member('Bob')]
  const ann = await byMail(team, peer, 'ann@example.org')
  await repaired(bob, await createTicket(ann))
  trouble = 'busy'
  await deliver(team)
  const health = async () => (await admin.messages.sent()).channels[0]
  assert.deepEqual(await health(), {
    channel: 'mail',
    waiting: 1,
    error: 'It is too busy and asks us to try later.',
  })
  assert.equal((await ann.messages.choices()).mail?.refused, false)
  trouble = undefined
  peer.dropNextAnswer()
  team.pass({ minutes: 1 })
  await deliver(team)
  assert.equal((await health())?.waiting, 1)
  team.pass({ minutes: 10 })
  await deliver(team)
  await deliver(team)
  assert.deepEqual(await health(), { channel: 'mail', waiting: 0, error: '' })
  const ids = told(peer, 'ann@example.org').map(({ messageId }) => messageId)
  assert.equal(ids.length, 2)
  assert.match(ids[0] ?? '', /^<[0-9a-f]+-\d+@127\.0\.0\.1>$/)
  assert.equal(ids[1], ids[0])

  // A failure of a test email is reported at once.
  await assert.rejects(admin.messages.test({ channel: 'mail' }), { status: 409, code: 'no_address' })
  await admin.messages.setMail({ mail: 'admin@example.org' })
  await admin.messages.verifyMail({ code: digitsTo(peer, 'admin@example.org') })
  await admin.messages.test({ channel: 'mail' })
  assert.deepEqual(
    told(peer, 'admin@example.org').map(({ subject }) => subject),
    ['Fettle · A test message'],
  )
  trouble = 'busy'
  await assert.rejects(admin.messages.test({ channel: 'mail' }), { code: 'channel_refused' })
})

test('without a mail server email cannot be chosen, given or confirmed', async () => {
  await using team = await newTeam()
  const ann = await team.user('ann')
  const { mail, channels } = await ann.messages.choices()
  assert.deepEqual([mail, channels.mail], [null, undefined])
  const missing = { status: 404, code: 'no_channel' }
  await assert.rejects(ann.messages.setMail({ mail: 'ann@example.org' }), missing)
  await assert.rejects(ann.messages.verifyMail({ code: '123456' }), missing)
})
