import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { noteTypes, statuses } from '#contract/codes.ts'
import { openEngine } from '#store/engine/open.ts'
import type { Tables } from '#store/tables.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team, type TeamOptions, withPassword } from '../support/team.ts'
import { createTicket, ticketLog, uploadForm } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

const mailTeam = (peer: SmtpPeer, options: TeamOptions) =>
  newTeam({
    ...options,
    env: { SMTP_URL: peer.url, MAIL_FROM: 'Repair team <repair@example.org>', DEFAULT_LANG: 'en_US' },
  })

const wish = {
  type: 1,
  device: 'laptop',
  owner: 'Quentin Zyx',
  phone: '13987654321',
  mail: 'Quentin@example.org',
  description: 'It hums.',
  accessories: [0, 5],
}
const newReceipt = () => randomBytes(32).toString('base64url')
const unknown = { status: 404, code: 'receipt_unknown' }

/** Takes in a visitor's device. The secrets of the receipt must not be in the log. */
async function filed(team: Team, member: Person, more: Partial<Parameters<Person['counter']['create']>[0]> = {}) {
  const made = await member.counter.create({ ...wish, ...more })
  team.secret(made.receipt)
  return made
}

async function uploaded(team: Team, who: Person): Promise<string> {
  const response = await team.call('/upload', uploadForm(who.token, await photo()))
  return ((await response.json()) as { data: { url: string } }).data.url
}

async function rowsOf(team: Team, table: keyof Tables): Promise<number> {
  await using engine = await openEngine(team.fresh.config)
  return (await engine.read((db) => db.selectFrom(table).selectAll().execute())).length
}

/** The path of every field in an answer; all elements of a list have one path. */
function fieldsIn(answer: unknown, at = ''): Set<string> {
  if (Array.isArray(answer)) return new Set(answer.flatMap((one) => [...fieldsIn(one, `${at}[]`)]))
  if (answer === null || typeof answer !== 'object') return new Set([at])
  return new Set(
    Object.entries(answer).flatMap(([name, one]) => [...fieldsIn(one, at === '' ? name : `${at}.${name}`)]),
  )
}

/** Finds the recipients, waits for as long as messages about one ticket are grouped, and sends. */
async function delivered(team: Team): Promise<void> {
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
  await team.running.deliver()
}

onEachDatabase('the counter', (on) => {
  test('a visitor gets a ticket, and a receipt that shows exactly what an owner may see', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on })
    for (const text of [wish.phone, 'quentin@example.org', 'Quentin Zyx']) team.secret(text)
    const admin = await team.admin()
    const { rates } = await admin.admin.settings()
    await admin.admin.updateSettings({ rates: { ...rates, ticketsPerHour: 1 } })
    const ann = await team.member('Ann')
    await ann.users.update({ name: 'Ann Volunteer', phone: '13800138000' })
    const picture = await uploaded(team, ann)
    // No hourly limit holds at the counter.
    const other = await filed(team, ann, { device: 'Their secret kettle', owner: 'Somebody else' })
    const { id, receipt, number } = await filed(team, ann, { pic: [picture], queue: true })
    assert.equal(number, 'B01')
    assert.deepEqual((await ann.tickets.mine({})).list, [], 'a visitor’s ticket is not the member’s own')
    await ann.tickets.addnote({ id, content: 'a thief, I think', type: noteTypes.internal })
    await ann.tickets.update({ id, status: statuses.repairing })
    await ann.tickets.addnote({ id, content: 'We look at it.' })

    const seen = await team.anyone.receipts.info({ receipt })
    assert.deepEqual(
      [...fieldsIn(seen)].sort(),
      [
        ...['id', 'type', 'status', 'device', 'deviceModel', 'owner', 'phone', 'createdTime', 'isConfirmed', 'kind'],
        ...['description', 'accessories[]', 'picked', 'here', 'link', 'moves[].action'],
        ...['outcome', 'barrier', 'category', 'brand', 'year', 'remedy'],
        ...['workers[].id', 'workers[].name', 'workers[].avatar'],
        ...['avatar', 'id', 'op', 'type', 'content', 'createdTime', 'pic[]', 'own'].map((name) => `notes[].${name}`),
      ]
        .map((name) => `ticket.${name}`)
        .concat(
          ['number', 'state', 'ahead', 'bench'].map((name) => `visit.${name}`),
          ['mail', 'mailPending', 'push', 'mailWorks', 'pushKey'].map((name) => `notify.${name}`),
          ['until', 'visitor'],
        )
        .sort(),
    )
    const { ticket } = seen
    assert.deepEqual(
      [ticket.id, ticket.owner, ticket.phone, ticket.description, ticket.accessories, ticket.here],
      [id, 'Quentin Zyx', '139****4321', 'It hums.', [0, 5], false],
    )
    assert.deepEqual(
      ticket.moves.map(({ action }) => action),
      ['cancel', 'addnote'],
    )
    assert.deepEqual([seen.visitor, seen.until, seen.notify.mail], [true, '', 'qu***@example.org'])
    assert.deepEqual(ticket.notes.find(({ pic }) => pic.length > 0)?.pic, [picture])
    assert.doesNotMatch(JSON.stringify(seen), /thief|13987654321|13800138000|Volunteer|secret|Somebody else/)
    assert.equal((await ann.tickets.info({ id })).notes.filter(({ content }) => /thief/.test(content)).length, 1)

    // A comment by the holder of the receipt is the owner's comment.
    const loose = () => team.anyone.receipts.comment({ receipt, content: 'The lid is loose, too.' }, { key: 'lid' })
    assert.deepEqual(await loose(), await loose(), 'a repeated call adds one comment')
    await assert.rejects(team.anyone.receipts.comment({ receipt, content: 'Or not.' }, { key: 'lid' }), {
      code: 'key_reused',
    })
    const written = (await team.anyone.receipts.info({ receipt })).ticket.notes
    assert.equal(written.filter(({ own }) => own).length, 1)
    const said = written.at(-1)
    assert.deepEqual([said?.content, said?.own, said?.op], ['The lid is loose, too.', true, 'Quentin Zyx'])
    await assert.rejects(team.anyone.receipts.comment({ receipt, content: ' ' }), { status: 400 })

    await ann.tickets.update({ id, status: statuses.repaired })
    await delivered(team)
    const mails = peer.mails.filter(({ to }) => to.includes('quentin@example.org'))
    assert.deepEqual(
      mails.map(({ mail }) => mail.subject),
      [`Fettle · Ready to collect: #${id} (laptop)`],
    )
    const [{ mail = undefined } = {}] = mails
    assert.match(mail?.text ?? '', /http:\/\/127\.0\.0\.1:8080\/r\b/)
    assert.ok(!`${mail?.text}${mail?.html}`.includes(receipt), 'the mail does not contain the receipt')
    assert.doesNotMatch(`${mail?.text}`, /\/t\/\d/)

    // The visitor enters another address, in their language, and then removes it.
    team.secret('zyx@example.org')
    const visitor = team.as('', 'zh_CN')
    await visitor.receipts.notify({ receipt, mail: 'zyx@example.org' })
    await team.call(peer.linkTo('zyx@example.org'), { method: 'POST' })
    assert.equal((await team.anyone.receipts.info({ receipt })).notify.mail, 'zy***@example.org')
    await ann.tickets.addnote({ id, content: 'It waits.' })
    await delivered(team)
    assert.match(peer.mails.findLast(({ to }) => to.includes('zyx@example.org'))?.mail.subject ?? '', /留言/)
    await visitor.receipts.notify({ receipt, mail: '' })
    assert.equal((await team.anyone.receipts.info({ receipt })).notify.mail, '')
    const point = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url')
    const keys = { p256dh: point, auth: randomBytes(16).toString('base64url') }
    const push = { endpoint: 'https://push.example/1', keys }
    await assert.rejects(visitor.receipts.notify({ receipt, push }), { status: 404, code: 'no_channel' })

    // A new receipt ends the old one; then the new one is revoked.
    const { receipt: second } = await ann.counter.receipt({ id })
    team.secret(second)
    await assert.rejects(team.anyone.receipts.info({ receipt }), unknown)
    assert.equal((await team.anyone.receipts.info({ receipt: second })).ticket.id, id)
    await ann.counter.revoke({ id })
    await ann.counter.revoke({ id })
    await assert.rejects(team.anyone.receipts.info({ receipt: second }), unknown)
    // An invalid receipt, an ended one and a random one are refused alike, and no other ticket is shown.
    const answers = new Set<string>()
    for (const guess of [second, receipt, newReceipt(), 'x', `${other.receipt} `, other.receipt.toUpperCase()])
      for (const call of ['info', 'comment', 'cancel', 'notify'] as const) {
        const asked = { receipt: guess, content: 'x' }
        const error = await team.anyone.receipts[call](asked).then(
          () => 'answered',
          ({ status, code, message }) => [status, code, message].join(' '),
        )
        answers.add(error)
      }
    assert.deepEqual([...answers].length, 1)
    assert.match([...answers].join(), /^404 receipt_unknown /)
    const found = await team.call(`/receipt/info?receipt=${other.receipt}`)
    assert.equal(found.status, 405, 'the receipt is not in the address')

    // Cancelled with the receipt.
    await team.anyone.receipts.cancel({ receipt: other.receipt })
    assert.equal((await ann.tickets.info({ id: other.id })).status, statuses.cancelled)
    const log = await admin.admin.log({ target: 0 })
    assert.ok(!JSON.stringify(log).includes(receipt))
  })

  test('a visitor’s ticket is moved to an account once, and keeps the member who took it in', async () => {
    await using team = await newTeam({ on })
    const ann = await team.member('Ann')
    const { id, receipt } = await filed(team, ann, { pic: [await uploaded(team, ann)], shelf: 'B3' })
    const pictures = async () =>
      (await team.anyone.receipts.info({ receipt })).ticket.notes.flatMap(({ pic }) => pic).length
    assert.equal(await pictures(), 1)
    // The volunteer erases their account: the visitor's data stays complete.
    const bob = await team.member('Bob')
    const second = await filed(team, bob, { pic: [await uploaded(team, bob)] })
    const heldByBob = await bob.users.export()
    assert.deepEqual([heldByBob.tickets, heldByBob.pictures, heldByBob.profile.phone], [[], [], ''])
    await bob.users.erase()
    await team.running.tidy()
    const left = (await team.anyone.receipts.info({ receipt: second.receipt })).ticket
    assert.deepEqual([left.owner, left.description, left.phone], ['Quentin Zyx', 'It hums.', '139****4321'])
    const [kept = ''] = left.notes.flatMap(({ pic }) => pic)
    assert.equal((await team.call(new URL(kept).pathname)).status, 200)
    await using engine = await openEngine(team.fresh.config)
    const names = await engine.read((db) =>
      db
        .selectFrom('intake')
        .innerJoin('member', 'member.id', 'intake.member_id')
        .select('member.name')
        .orderBy('intake.ticket_id')
        .execute(),
    )
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Ann', 'Bob'],
    )

    const zoe = await team.user('Zoe')
    const theirs = await createTicket(zoe)
    await assert.rejects(team.anyone.receipts.adopt({ receipt }), { status: 401 })
    // Of many users who adopt the ticket at once, one succeeds.
    const users = await Promise.all(['Vi', 'Yan', 'Xu'].map((name) => team.user(name)))
    const tries = await Promise.allSettled(users.map((user) => user.receipts.adopt({ receipt })))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    const owner = users[tries.findIndex(({ status }) => status === 'fulfilled')] ?? zoe
    assert.ok((await owner.tickets.mine({})).list.some((ticket) => ticket.id === id))
    assert.equal((await owner.tickets.info({ id })).phone, wish.phone)
    assert.equal((await owner.users.export()).pictures.length, 1)
    // The address is unconfirmed, so nothing is sent there for the account.
    assert.equal((await owner.users.export()).messages.mail, '')
    await assert.rejects(team.anyone.receipts.info({ receipt }), unknown)
    // The answer may have been lost, so the new owner, and only they, gets it again.
    assert.equal((await owner.receipts.adopt({ receipt })).id, id)
    await assert.rejects((await team.user('Vera')).receipts.adopt({ receipt }), unknown)

    // An account's ticket has no receipt.
    const notVisitors = { status: 409, code: 'not_a_visitor' }
    await assert.rejects(ann.counter.receipt({ id: theirs }), notVisitors)
    await assert.rejects(ann.counter.receipt({ id }), notVisitors)
    await assert.rejects(owner.users.erase(), { status: 409, code: 'device_with_team' })
    await ann.tickets.pick({ id })
    await ann.tickets.retrieve({ id })
    await zoe.users.erase()
    await assert.rejects(ann.counter.receipt({ id: theirs }), notVisitors)
    await assert.rejects(ann.counter.receipt({ id: 999 }), { status: 404, code: 'ticket_not_found' })
  })

  if (on === 'postgres')
    test('a new receipt ends the old one, even while an account takes over the ticket', async () => {
      await using team = await newTeam({ on })
      const ann = await team.member('Ann')
      const { id, receipt } = await filed(team, ann)
      const [zoe, yan] = [await team.user('Zoe'), await team.user('Yan')]
      const hers = await createTicket(zoe)
      await using held = await foreignTransaction(team, `select * from ticket where id = ${id} for update`)
      // The two requests wait for the ticket one after the other.
      const adopted = zoe.receipts.adopt({ receipt })
      await until(async () => (await held.blocked()) === 1)
      // By then the ticket belongs to an account, for which no receipt is made.
      const renewed = assert.rejects(ann.counter.receipt({ id }), { status: 409, code: 'not_a_visitor' })
      await until(async () => (await held.blocked()) === 2)
      const late = assert.rejects(yan.receipts.adopt({ receipt }), unknown)
      await until(async () => (await held.blocked()) === 3)
      await held.commit()
      assert.equal((await adopted).id, id)
      await renewed
      await late
      assert.deepEqual((await zoe.tickets.mine({})).list.map((ticket) => ticket.id).toSorted(), [id, hers])
      assert.deepEqual((await yan.tickets.mine({})).list, [])
      await assert.rejects(team.anyone.receipts.info({ receipt }), unknown)
    })

  test('requests are limited for each receipt or kiosk, and invented receipts use up only their sender’s limit', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { rates } = await admin.admin.settings()
    await admin.admin.updateSettings({ rates: { ...rates, commentsPerHour: 2 } })
    const ann = await team.member('Ann')
    const [one, two] = [await filed(team, ann), await filed(team, ann)]
    const say = ({ receipt }: { receipt: string }) => team.anyone.receipts.comment({ receipt, content: 'Well?' })
    for (let i = 0; i < 4; i += 1) await assert.rejects(say({ receipt: newReceipt() }), unknown)
    const tooMany = { status: 429, code: 'too_many_requests' }
    await say(one)
    await team.anyone.receipts.notify({ receipt: one.receipt, mail: '' })
    await assert.rejects(say(one), tooMany)
    await assert.rejects(team.anyone.receipts.notify({ receipt: one.receipt, mail: '' }), tooMany)
    await say(two)

    const [{ kiosk }, { kiosk: another }] = [await ann.counter.kiosk(), await ann.counter.kiosk()]
    for (const secret of [kiosk, another]) team.secret(secret)
    const register = (device: string, at: string) =>
      team.anyone.counter.kioskCreate({ ...wish, device, receipt: two.receipt, kiosk: at })
    const tries = await Promise.allSettled(Array.from({ length: 201 }, () => register('another', kiosk)))
    const codes = tries.map((end) => end.status === 'rejected' && end.reason.code).toSorted()
    assert.deepEqual([codes[0], codes[199], codes[200]], ['receipt_taken', 'receipt_taken', 'too_many_requests'])
    await assert.rejects(register('another', another), { code: 'receipt_taken' })
  })

  test('a guest has to log in with an account before taking over a visitor’s ticket', async () => {
    await using team = await newTeam({ on, env: { GUEST_LOGIN: 'on' } })
    const { receipt } = await filed(team, await team.member('Ann'))
    const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token)
    await assert.rejects(guest.receipts.adopt({ receipt }), { status: 409, code: 'account_needed' })
    assert.equal((await team.anyone.receipts.info({ receipt })).visitor, true)
  })

  test('a receipt expires some time after its ticket, or with the personal data, and is never valid again', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const comeIn = await withPassword(team, admin, 'the-admin')
    await admin.admin.updateSettings({ receiptDays: 3 })
    const ann = await team.member('Ann')
    // They keep their devices until it is their turn.
    const waiting = () => filed(team, ann, { queue: true })
    const [one, two, three] = [await waiting(), await waiting(), await waiting()]
    await team.anyone.receipts.cancel({ receipt: one.receipt })
    const { until } = await team.anyone.receipts.info({ receipt: one.receipt })
    assert.equal(until, '2026-11-19T09:30:00.000000')
    team.pass({ hours: 71, minutes: 59 })
    await team.running.tidy()
    assert.equal((await team.anyone.receipts.info({ receipt: one.receipt })).ticket.id, one.id)
    team.pass({ minutes: 1 })
    await assert.rejects(team.anyone.receipts.info({ receipt: one.receipt }), unknown)
    await assert.rejects(team.anyone.receipts.comment({ receipt: one.receipt, content: 'x' }), unknown)
    // Three days ago is too long ago, also with a longer setting now.
    const again = await comeIn()
    await again.admin.updateSettings({ receiptDays: 30 })
    await assert.rejects(team.anyone.receipts.info({ receipt: one.receipt }), unknown)
    await again.admin.updateSettings({ retentionDays: 2 })
    await team.running.tidy()
    await team.anyone.receipts.cancel({ receipt: two.receipt })
    assert.deepEqual([await rowsOf(team, 'receipt'), await rowsOf(team, 'notify')], [2, 2])
    team.pass({ days: 2 })
    await assert.rejects(team.anyone.receipts.info({ receipt: two.receipt }), unknown)
    await team.running.tidy()
    // An open ticket keeps its receipt and the visitor's address.
    assert.deepEqual([await rowsOf(team, 'receipt'), await rowsOf(team, 'notify')], [1, 1])
    assert.equal((await team.anyone.receipts.info({ receipt: three.receipt })).ticket.id, three.id)
    assert.deepEqual([await rowsOf(team, 'intake'), await rowsOf(team, 'kiosk')], [3, 0])
  })

  test('an intake that is sent twice creates one ticket, by its key or its receipt, at once or much later', async () => {
    await using team = await newTeam({ on })
    const ann = await team.member('Ann')
    const asked = { type: 0, device: 'fan', queue: true, number: 'QX01' }
    const first = await ann.counter.create(asked, { key: 'one' })
    const again = await ann.counter.create(asked, { key: 'one' })
    assert.deepEqual([again.id, again.number, first.number], [first.id, 'QX01', 'QX01'])
    for (const { receipt } of [first, again]) team.secret(receipt)
    await assert.rejects(team.anyone.receipts.info(first), unknown, 'the first receipt is replaced')
    assert.equal((await team.anyone.receipts.info(again)).ticket.id, first.id)
    await assert.rejects(ann.counter.create({ ...asked, device: 'lamp' }, { key: 'one' }), { code: 'key_reused' })
    const made = (await ticketLog(team)).filter(({ current }) => /receipt/.test(current.info))
    assert.equal(made.length, 1, 'a second receipt is logged')
    // A receipt that a member has revoked is not valid again after the repeated call.
    await ann.counter.revoke({ id: first.id })
    await assert.rejects(ann.counter.create(asked, { key: 'one' }), { status: 409, code: 'receipt_over' })
    assert.equal((await ann.tickets.info({ id: first.id })).custody?.receipt, false)

    // The answer was lost, so the device printed a number of its own: the visitor is called by the printed number.
    const lost = { type: 0, device: 'mixer', queue: true, receipt: newReceipt() }
    team.secret(lost.receipt)
    const drawn = await ann.counter.create(lost, { key: 'two' })
    const sent = await ann.counter.create({ ...lost, number: 'QX05' }, { key: 'three' })
    assert.deepEqual([drawn.number, sent.id, sent.number], ['A01', drawn.id, 'QX05'])
    assert.deepEqual(
      (await ann.counter.queue()).list.map(({ number }) => number),
      ['QX01', 'QX05'],
    )
    // The number is taken neither for another visitor nor after the call.
    assert.equal((await ann.counter.create({ ...lost, number: 'QX01' })).number, 'QX05')
    await ann.counter.call({ id: drawn.id })
    assert.equal((await ann.counter.create({ ...lost, number: 'QX06' })).number, 'QX05')

    const own = { ...asked, receipt: newReceipt(), number: 'QX02' }
    team.secret(own.receipt)
    const many = await Promise.all(Array.from({ length: 6 }, () => ann.counter.create(own)))
    assert.equal(new Set(many.map(({ id }) => id)).size, 1)
    assert.deepEqual(
      many.map(({ number, receipt }) => [number, receipt]),
      many.map(() => ['QX02', own.receipt]),
    )
    await assert.rejects(ann.counter.create({ ...own, device: 'lamp' }), { status: 409, code: 'receipt_taken' })
    await assert.rejects(ann.counter.create({ ...own, receipt: 'short' }), { status: 400 })
    // The same holds after another user adopted the ticket, and long after the key expired.
    const id = many[0]?.id ?? 0
    await (await team.user('Zoe')).receipts.adopt({ receipt: own.receipt })
    team.pass({ days: 2 })
    await team.running.tidy()
    assert.equal((await ann.counter.create(own, { key: 'another' })).id, id)
    await assert.rejects(team.anyone.receipts.info(own), unknown, 'an expired receipt stays expired')
    assert.equal((await ann.tickets.list({})).total, 3)
    await assert.rejects(ann.counter.create({ ...asked, tag: 4 }), { status: 404, code: 'tag_unknown' })
    assert.equal((await ann.tickets.list({})).total, 3, 'a refused intake leaves no ticket')
  })

  test('an address typed for a visitor gets one email, and messages only after its owner agrees', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on })
    const ann = await team.member('Ann')
    const { kiosk } = await ann.counter.kiosk()
    team.secret(kiosk)
    const mailsTo = (address: string) => peer.mails.filter(({ to }) => to.includes(address))
    const subjects = (address: string) => mailsTo(address).map(({ mail }) => mail.subject)
    const asks = 'Updates about your repair?'
    const visitor = team.as('', 'en_US')
    const made = await visitor.counter.kioskCreate({ ...wish, kiosk, mail: 'Kim@example.org' })
    team.secret(made.receipt)
    await until(() => mailsTo('kim@example.org').length > 0)
    await ann.tickets.pick({ id: made.id })
    await ann.tickets.addnote({ id: made.id, content: 'Is there a charger?' })
    await delivered(team)
    assert.deepEqual(subjects('kim@example.org'), [asks], 'the visitor gets only the mail about the question')
    const notifyOf = async ({ receipt }: { receipt: string }) => (await team.anyone.receipts.info({ receipt })).notify
    assert.deepEqual((await notifyOf(made)).mail, '')
    assert.deepEqual((await notifyOf(made)).mailPending, 'ki***@example.org')

    // Opening the link changes nothing. The button confirms the address, and may be pressed twice.
    const pathOf = (address: string) => {
      const path = peer.linkTo(address)
      team.secret(path.split('key=')[1] ?? '')
      return path
    }
    const open = async (path: string, method = 'GET') =>
      (await team.call(path, { method, headers: { 'accept-language': 'en' } })).text()
    const path = pathOf('kim@example.org')
    assert.match(await open(path), /Yes, email me/)
    assert.deepEqual((await notifyOf(made)).mail, '')
    for (let presses = 0; presses < 2; presses += 1) assert.match(await open(path, 'POST'), /We will email you/)
    assert.match(await open('/mail/confirm?key=unknown', 'POST'), /This link has expired/)
    assert.deepEqual([(await notifyOf(made)).mail, (await notifyOf(made)).mailPending], ['ki***@example.org', ''])
    await ann.tickets.update({ id: made.id, status: statuses.repaired })
    await delivered(team)
    assert.match(subjects('kim@example.org').at(-1) ?? '', /Ready to collect/)

    // On the page of a receipt the same holds, and until the confirmation messages go to the previous address.
    const { id, receipt } = await filed(team, ann)
    await visitor.receipts.notify({ receipt, mail: 'zyx@example.org' })
    assert.deepEqual((await notifyOf({ receipt })).mail, 'qu***@example.org')
    await ann.tickets.addnote({ id, content: 'It waits.' })
    await delivered(team)
    assert.deepEqual(subjects('zyx@example.org'), [asks])
    assert.equal(mailsTo('quentin@example.org').length, 1)
    const late = pathOf('zyx@example.org')
    team.pass({ days: 7 })
    assert.match(await open(late, 'POST'), /This link has expired/)
    assert.deepEqual((await notifyOf({ receipt })).mail, 'qu***@example.org')
    // Removing the address, or adopting the ticket into an account, also ends the open confirmation.
    await visitor.receipts.notify({ receipt, mail: 'zyx@example.org' })
    await visitor.receipts.notify({ receipt, mail: '' })
    assert.match(await open(pathOf('zyx@example.org'), 'POST'), /This link has expired/)
    await visitor.receipts.notify({ receipt, mail: 'yet@example.org' })
    const adopted = pathOf('yet@example.org')
    await team.anyone.session.mail({ mail: 'zoe@example.org' })
    const { token } = await team.anyone.session.login(peer.codeTo('zoe@example.org'))
    await team.as(token).receipts.adopt({ receipt })
    assert.match(await open(adopted, 'POST'), /This link has expired/)
  })

  test('confirmation emails are limited for each mailbox and each visitor', async () => {
    await using peer = await smtpPeer()
    await using team = await mailTeam(peer, { on })
    const ann = await team.member('Ann')
    const tooMany = { status: 429, code: 'too_many_requests' }
    const [one, two] = [await filed(team, ann, { mail: '' }), await filed(team, ann, { mail: '', device: 'lamp' })]
    const give = ({ receipt }: { receipt: string }, mail: string) => team.anyone.receipts.notify({ receipt, mail })
    for (const visitor of [one, two]) await give(visitor, 'victim@example.org')
    await assert.rejects(give(one, 'Victim@example.org'), tooMany)
    for (const name of ['a', 'b', 'c', 'd']) await give(one, `${name}@example.org`)
    await assert.rejects(give(one, 'e@example.org'), tooMany)
    assert.equal(peer.mails.length, 6)
    team.pass({ days: 1 })
    await give(one, 'victim@example.org')
  })

  test('visitors register themselves at an open kiosk', async () => {
    await using team = await newTeam({ on })
    const ann = await team.member('Ann')
    const open = async (who: Person) => {
      const opened = await who.counter.kiosk()
      team.secret(opened.kiosk)
      return opened
    }
    const { kiosk, until } = await open(ann)
    assert.equal(until, '2026-11-17T00:00:00.000000')
    assert.deepEqual(await team.anyone.counter.kioskInfo({ kiosk }), { until })
    const { mail: _, ...asked } = { ...wish, kiosk, receipt: newReceipt() }
    team.secret(asked.receipt)
    const visitor = team.as('', 'zh_CN')
    const made = await visitor.counter.kioskCreate(asked)
    assert.deepEqual(made, { id: made.id, receipt: asked.receipt, number: 'B01' })
    assert.deepEqual(await visitor.counter.kioskCreate(asked), made)
    assert.equal((await visitor.counter.kioskCreate({ ...asked, number: 'KB01' })).number, 'KB01')
    await assert.rejects(visitor.counter.kioskCreate({ ...asked, device: 'another' }), { code: 'receipt_taken' })
    // The visitor gets the language that they chose, not that of the page when it could send, nor that of the member
    // who sends it later.
    const [english, latecomer] = [newReceipt(), newReceipt()]
    for (const secret of [english, latecomer]) team.secret(secret)
    await visitor.counter.kioskCreate({ kiosk, type: 0, device: 'iron', lang: 'en_US', receipt: english })
    await ann.counter.create({ type: 0, device: 'razor', lang: 'zh_CN', receipt: latecomer })
    await using engine = await openEngine(team.fresh.config)
    const spoken = await engine.read((db) =>
      db
        .selectFrom('ticket')
        .innerJoin('person', 'person.id', 'ticket.person_id')
        .select('person.lang')
        .orderBy('ticket.id')
        .execute(),
    )
    assert.deepEqual(
      spoken.map(({ lang }) => lang),
      ['zh_CN', 'en_US', 'zh_CN'],
    )
    const another = await visitor.counter.kioskCreate({ kiosk, type: 1, device: 'phone' })
    assert.equal(another.number, 'B02')
    const [note] = (await team.anyone.receipts.info(made)).ticket.notes
    assert.deepEqual([note?.own, note?.op], [true, 'Quentin Zyx'], 'the note is the visitor’s own')
    // A wrong secret, a closed kiosk, one of a removed member and one of yesterday get the same refusal.
    const closed = { status: 404, code: 'kiosk_closed' }
    await assert.rejects(team.anyone.counter.kioskInfo({ kiosk: newReceipt() }), closed)
    await assert.rejects(team.anyone.counter.kioskCreate({ ...asked, kiosk: asked.receipt }), closed)
    await ann.counter.closeKiosks()
    await assert.rejects(visitor.counter.kioskCreate({ ...asked, receipt: newReceipt() }), closed)
    // A registration that the kiosk could not send in time is sent by a member, and creates no second ticket.
    assert.equal((await ann.counter.create({ ...wish, receipt: asked.receipt, queue: true })).id, made.id)
    const bob = await team.member('Bob')
    const { kiosk: bobs } = await open(bob)
    const admin = await team.admin()
    const { id } = await bob.members.checklogin()
    await admin.admin.removeMember({ id })
    await admin.admin.updateMember({ id, active: true })
    await assert.rejects(team.anyone.counter.kioskInfo({ kiosk: bobs }), closed)
    const { kiosk: last } = await open(ann)
    team.pass({ hours: 14, minutes: 29 })
    await team.anyone.counter.kioskInfo({ kiosk: last })
    team.pass({ minutes: 1 })
    await assert.rejects(team.anyone.counter.kioskInfo({ kiosk: last }), closed)
    await team.running.tidy()
    assert.equal(await rowsOf(team, 'kiosk'), 0)
  })
})
