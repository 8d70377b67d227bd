import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { mailChannel } from '#adapters/messages/mail.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import type { Message } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'

const at = Date.parse('2026-11-16T01:30:00Z')
const ready: Message = {
  id: '0a1b2c3d4e-7',
  at,
  lang: 'en_US',
  team: 'East Campus Repairs',
  kind: 'ready',
  subject: 'Ready to collect: #7 (kettle)',
  each: [],
  texts: ['#7 (kettle) is repaired.', 'The team wrote to you about #7 (kettle). New\nthermostat.'],
  link: 'https://repair.example.edu/t/7',
  fields: { number: '7' },
}
const to = {
  address: 'ann@example.org',
  choices: 'https://repair.example.edu/account',
  stop: 'https://repair.example.edu/mail/off?key=Zt1mB0c5Yw2Lr9Xk7Jd4Hf',
}

const channelTo = (url: string, timeLimitMs = 10_000) =>
  mailChannel({
    url,
    from: 'Repair team <repair@example.org>',
    publicUrl: 'https://repair.example.edu:8443',
    now: () => at + 60_000,
    timeLimitMs,
  })
const never = new AbortController().signal
const send = (url: string, message: Partial<Message> = {}, address = to.address) =>
  channelTo(url).send({ ...to, address }, { ...ready, ...message }, never)

function last({ mails }: SmtpPeer) {
  const found = mails.at(-1)
  assert.ok(found)
  const header = (name: string) => found.mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
  return { ...found.mail, ...found, header }
}

/** The error of a delivery, as the outbox gets it. */
async function trouble(sent: Promise<unknown>): Promise<Pick<Trouble, 'what' | 'hopeless' | 'unanswered'>> {
  const error = await sent.then(
    () => assert.fail('it was taken'),
    (caught: unknown) => caught,
  )
  assert.ok(error instanceof Trouble)
  assert.ok(!JSON.stringify([error, error.message, String(error.cause)]).includes('ann@'))
  const { what, hopeless, unanswered } = error
  return { what, hopeless, unanswered }
}

test('the headers of an email name its sender, its kind and a one-click way to unsubscribe', async () => {
  await using peer = await smtpPeer()
  await send(peer.url)
  const { header, from, to: whom, subject, date, raw } = last(peer)
  assert.deepEqual(from, { name: 'Repair team', address: 'repair@example.org' })
  assert.deepEqual(whom, ['ann@example.org'])
  assert.equal(subject, 'East Campus Repairs · Ready to collect: #7 (kettle)')
  assert.equal(date, '2026-11-16T01:31:00.000Z')
  assert.deepEqual(header('message-id'), ['<0a1b2c3d4e-7@repair.example.edu>'])
  assert.deepEqual(header('list-unsubscribe'), [`<${to.stop}>`])
  assert.deepEqual(header('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
  assert.deepEqual(header('auto-submitted'), ['auto-generated'])
  assert.match(header('content-type').join(), /^multipart\/alternative/)
  // If the link leads to the page of choices, a program cannot unsubscribe with one click.
  await channelTo(peer.url).send({ ...to, stop: to.choices }, ready, never)
  assert.deepEqual(last(peer).header('list-unsubscribe'), [`<${to.choices}>`])
  assert.deepEqual(last(peer).header('list-unsubscribe-post'), [])
  assert.ok(raw.split('\r\n').every((line) => line.length <= 998))
})

test('an email reads the same as plain text and as HTML, in both languages, and loads nothing', async () => {
  await using peer = await smtpPeer()
  for (const lang of langs) {
    await send(peer.url, { lang, texts: ['It is <b>repaired</b> & "ready".', 'line one\nline two'] })
    const { text = '', html = '', attachments } = last(peer)
    assert.deepEqual(attachments, [])
    const names =
      lang === 'en_US'
        ? ['View ticket #7', 'You are getting this email because', 'Choose your notifications', 'Unsubscribe']
        : ['查看工单 #7', '你收到这封邮件', '设置通知方式', '不再接收邮件']
    for (const word of [...names, 'East Campus Repairs']) assert.ok(text.includes(word) && html.includes(word), word)
    for (const link of [ready.link, to.choices, to.stop]) {
      assert.ok(text.includes(link), link)
      assert.ok(html.includes(`href="${link}"`), link)
    }
    assert.ok(text.startsWith('It is <b>repaired</b> & "ready".\n\nline one\nline two\n'), text)
    assert.ok(html.includes('It is &#60;b&#62;repaired&#60;/b&#62; &#38; &#34;ready&#34;.'))
    // Lists of mails show the news beside the subject.
    assert.match(html, /<body[^>]*>\n<div style="display:none[^>]*>It is &#60;b&#62;repaired/)
    assert.match(html, lang === 'en_US' ? /<html lang="en-US">/ : /<html lang="zh-CN">/)
    assert.doesNotMatch(html, /<(img|script|link|iframe|form|b)\b|url\(|@import|src=/)
    assert.equal(html.match(/href="/g)?.length, 3)
  }
  await send(peer.url, { kind: 'shift_soon', fields: {} })
  assert.ok(last(peer).html?.includes('View your shifts'), 'a link to no ticket says what it opens')
  await send(peer.url, { texts: ['Ben wrote to you:\n\nIt leaks.\n\nStill.'] })
  assert.match(
    last(peer).html ?? '',
    /<blockquote[^>]*>It leaks\.\n\nStill\.<\/blockquote>/,
    'the text of a person is a quote',
  )
})

test('a date with its times is never broken over two lines in an email', async () => {
  await using peer = await smtpPeer()
  const next = { date: '2026-09-15', from: '14:00', until: '17:00' }
  const moments: Readonly<Record<Lang, string>> = {
    en_US: 'Tue 15 Sept, 14:00–17:00',
    zh_CN: '9 月 15 日 周二 14:00–17:00',
  }
  for (const lang of langs) {
    const { text } = words[lang].messages.told.ready({ number: 7, device: 'kettle', place: '', next })
    await send(peer.url, { lang, texts: [text] })
    assert.ok(last(peer).html?.includes(`<span style="white-space:nowrap">${moments[lang]}</span>`))
  }
})

test('no text or address in an email becomes a header or another recipient', async () => {
  await using peer = await smtpPeer()
  const evil = '\r\nBcc: eve@example.net\r\n\r\nhello\nX-Eve: 1'
  await send(peer.url, {
    team: `East${evil}`,
    subject: `Ready${evil}`,
    texts: [`.${evil}\r\n.\r\nQUIT`],
    id: `7${evil}`,
  })
  const { header, to: whom, text = '' } = last(peer)
  assert.deepEqual(whom, ['ann@example.org'])
  for (const name of ['bcc', 'x-eve']) assert.deepEqual(header(name), [])
  assert.equal(header('message-id').length, 1)
  assert.ok(text.includes('\n.\nQUIT'))

  for (const odd of [
    'a,b@example.org',
    "o'hara+1@example.org",
    'x;y@example.org',
    'a:b@example.org',
    'ann@bücher.example',
  ]) {
    const before = peer.mails.length
    await send(peer.url, {}, odd)
    assert.equal(peer.mails.length, before + 1, odd)
    assert.equal(last(peer).to.length, 1, odd)
    assert.equal(last(peer).mail.to?.length, 1, odd)
  }
  const before = peer.mails.length
  for (const broken of ['ann@example.org\r\nRCPT TO:<eve@example.net>', 'ann@example.org>,<eve@example.net', ''])
    assert.deepEqual((await trouble(send(peer.url, {}, broken))).what, { say: 'address_gone' }, broken)
  assert.equal(peer.mails.length, before)
})

type Stage = 'onMailFrom' | 'onRcptTo' | 'onData'
const answering = (stage: Stage, answer: string): SMTPServerOptions => {
  const error = Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
  if (stage !== 'onData') return { [stage]: (_: unknown, _session: unknown, done: (no: Error) => void) => done(error) }
  return { onData: (stream, _session, done) => void stream.resume().on('end', () => done(error)) }
}

const gone = { what: { say: 'address_gone' }, hopeless: true, unanswered: false }
const busy = { what: { say: 'busy' }, hopeless: false, unanswered: false }
const refused = (status: number, hopeless = false) => ({
  what: { say: 'refused', status },
  hopeless,
  unanswered: false,
})
const answers: readonly [Stage, string, object][] = [
  ['onRcptTo', '550 Mailbox not found', gone],
  ['onRcptTo', '550 5.1.1 No such user', gone],
  ['onRcptTo', '550 5.2.1 Mailbox disabled', gone],
  ['onRcptTo', '551 User not local', gone],
  ['onRcptTo', '553 Mailbox name not allowed', gone],
  ['onRcptTo', '556 5.1.10 The domain takes no mail', gone],
  ['onData', '550 5.1.1 No such user', gone],
  // A full mailbox, greylisting and a rejected sender say nothing about the address.
  ['onRcptTo', '552 5.2.2 Mailbox full', refused(552)],
  ['onRcptTo', '554 5.7.1 Relay access denied', refused(554)],
  ['onRcptTo', '550 5.7.1 Your host is on a list', refused(550)],
  ['onRcptTo', '553 5.7.1 Sender not owned by user', refused(553)],
  ['onRcptTo', '554 Go away', refused(554)],
  ['onMailFrom', '550 5.1.8 Bad sender', refused(550)],
  ['onData', '550 Mail content denied', refused(550, true)],
  ['onData', '554 5.7.1 Spam', refused(554, true)],
  ['onData', '552 Too big', refused(552, true)],
  [
    'onMailFrom',
    '530 5.7.0 Authentication required',
    { what: { say: 'credentials' }, hopeless: false, unanswered: false },
  ],
  ['onMailFrom', '451 Later', busy],
  ['onRcptTo', '450 4.2.0 Greylisted', busy],
  ['onRcptTo', '452 4.2.2 Mailbox full', busy],
  ['onData', '421 4.3.2 Shutting down', busy],
  ['onData', '451 4.1.1 Ask later', busy],
]

test('an email error counts against the address only if the server says so; others are reported to the administrator or retried', async () => {
  for (const [stage, answer, told] of answers) {
    await using peer = await smtpPeer(answering(stage, answer))
    assert.deepEqual(await trouble(send(peer.url)), told, `${stage} ${answer}`)
  }
})

test('a wrong password or unknown certificate of the mail server never counts against an address', async () => {
  await using strict = await smtpPeer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  const url = strict.url.replace('//', '//fettle:wrong-password@')
  for (const tried of [send(url), channelTo(url).check()])
    assert.deepEqual((await trouble(tried)).what, { say: 'credentials' })
  await using secret = await smtpPeer({ secure: true }, 'smtps')
  for (const tried of [send(secret.url), channelTo(secret.url).check()])
    assert.equal((await trouble(tried)).what.say, 'unreachable')
})

test('a mail server that is down, hangs up or answers nonsense is reported, and checking it sends nothing', async () => {
  await using peer = await smtpPeer()
  await channelTo(peer.url).check()
  assert.equal(peer.mails.length, 0)
  const meet = async (say: (socket: Socket) => void) => {
    const server = createServer((socket) => say(socket.on('error', () => {})))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo // listening on TCP
    return { url: `smtp://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
  }
  const down = await meet(() => {})
  await down[Symbol.asyncDispose]()
  await using hangsUp = await meet((socket) => void socket.end())
  await using nonsense = await meet((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  assert.deepEqual(await trouble(send(down.url)), {
    what: { say: 'unreachable', reason: 'ECONNREFUSED' },
    hopeless: false,
    unanswered: false,
  })
  for (const { url } of [hangsUp, nonsense])
    for (const tried of [send(url), channelTo(url).check()]) {
      const { what, hopeless } = await trouble(tried)
      assert.ok(['cut', 'not_understood'].includes(what.say) && !hopeless, what.say)
    }
})

test('a slow mail server is disconnected at the time limit or when the caller gives up', async () => {
  const stop = new AbortController()
  let [meet, closed] = [() => {}, Promise.withResolvers<void>()]
  await using peer = await smtpPeer({
    onRcptTo: () => meet(), // the server answers nothing
    onClose: () => closed.resolve(),
  })
  const slow = { what: { say: 'slow', seconds: 1 }, hopeless: false, unanswered: true }
  assert.deepEqual(await trouble(channelTo(peer.url, 100).send(to, ready, never)), slow)
  await closed.promise
  closed = Promise.withResolvers()
  meet = () => stop.abort()
  const patient = channelTo(peer.url, 600_000)
  assert.equal((await trouble(patient.send(to, ready, stop.signal))).unanswered, true)
  await closed.promise
  assert.equal((await trouble(patient.send(to, ready, stop.signal))).unanswered, true)
  assert.equal((await trouble(patient.check(stop.signal))).unanswered, true)
})

test('an email sent again after a lost answer has the same Message-ID', async () => {
  await using peer = await smtpPeer()
  peer.dropNextAnswer()
  assert.deepEqual(await trouble(send(peer.url)), { what: { say: 'cut' }, hopeless: false, unanswered: true })
  await send(peer.url)
  const ids = peer.mails.map(({ mail }) => mail.messageId)
  assert.deepEqual(ids, Array(2).fill('<0a1b2c3d4e-7@repair.example.edu>'))
})
