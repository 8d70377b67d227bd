import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { splitText, wechatContent } from '#adapters/wechat/content.ts'
import { openEngine } from '#store/engine/open.ts'
import { pictureStates } from '#store/tables.ts'
import { type BadDay, failure, moods } from '../peers/wechat.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'
import { listen } from '../support/listening.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'
import { pictureAnswer, shortWechatTimeout, wechatTeam, withoutSignature } from '../support/wechat-team.ts'

const refused = { status: 400, code: 'text_refused' }
const says = (errcode: number): BadDay => moods.says(failure(errcode, 'no'))
const letThrough = { phone: false, checkContent: true, whenUnchecked: 'let_through' } as const

/** The notes of one author on a ticket, as a viewer sees them. */
const written = async (person: Person, id: number) =>
  (await person.tickets.info({ id })).notes.filter(({ type }) => type > 0)
const story = async (person: Person, id: number) =>
  (await person.tickets.info({ id })).notes.map(({ content }) => content)

/** The live news that arrived until now. */
const live = async (team: Team) => {
  await team.running.jobs.find(({ name }) => name === 'live')?.run(new AbortController().signal)
}

onEachDatabase('content checks of texts by WeChat users', (on) => {
  test('text that WeChat accepts is stored, risky text is refused, and doubtful text is marked for review', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content } = scene
    const [ann, bob, eve] = [await scene.person('oAnn'), await scene.member('Bob'), await team.user('eve')]
    const admin = await team.admin()
    const id = await createTicket(ann, { device: 'kettle', description: 'It does not heat.' })
    await ann.tickets.addnote({ id, content: 'The lid is loose.' })
    await ann.tickets.newcomment({ id, content: 'And it smells.' })
    await bob.tickets.update({ id, status: 1, content: 'I look at it.' })
    await ann.users.report({ content: 'Thank you!' })
    await ann.users.update({ name: 'Ann' })
    await ann.tickets.contact({ id, owner: 'Anna' })
    const asked = content.texts.map((one) => [one.content, one.openid, one.scene])
    assert.deepEqual(asked, [
      ['kettle\nIt does not heat.', 'oAnn', 4],
      ['The lid is loose.', 'oAnn', 2],
      ['And it smells.', 'oAnn', 2],
      ['I look at it.', 'oBob', 2],
      ['Thank you!', 'oAnn', 2],
      ['Ann', 'oAnn', 1],
      ['Anna', 'oAnn', 1],
    ])
    assert.deepEqual(await scene.looks(), [])

    // People with another login and empty texts are not checked.
    await createTicket(eve, { description: 'RISKY' })
    await ann.users.update({ phone: '13800138000' })
    assert.equal(content.texts.length, 7)

    const before = await story(admin, id)
    await assert.rejects(createTicket(ann, { description: `${'x'.repeat(3000)}RISKY` }), refused)
    await assert.rejects(ann.tickets.addnote({ id, content: 'RISKY' }), refused)
    await assert.rejects(bob.tickets.update({ id, status: 2, content: 'RISKY' }), refused)
    await assert.rejects(ann.users.report({ content: 'RISKY' }), refused)
    await assert.rejects(ann.users.update({ name: 'RISKY' }), refused)
    await assert.rejects(ann.tickets.contact({ id, owner: 'RISKY' }), refused)
    assert.deepEqual(await story(admin, id), before)
    assert.equal((await ann.tickets.mine({})).total, 1)
    assert.equal((await admin.admin.feedback({})).total, 1)
    assert.equal((await ann.users.info()).name, 'Ann')
    assert.equal((await ann.tickets.info({ id })).status, 1)
    assert.equal((await ann.tickets.info({ id })).owner, 'Anna')

    const doubtful = await createTicket(ann, { description: 'REVIEW this' })
    await ann.tickets.addnote({ id, content: 'REVIEW a note' })
    await bob.tickets.update({ id, status: 2, content: 'REVIEW a move' })
    await ann.users.report({ content: 'REVIEW feedback' })
    await ann.users.update({ name: 'REVIEW' })
    const looks = await scene.looks()
    assert.deepEqual(
      looks.map(({ kind, why, ticket, by, text }) => [kind, why, ticket, by, text]),
      [
        ['ticket', 'review', doubtful, 'REVIEW', 'kettle\nAnn\nREVIEW this'],
        ['note', 'review', id, 'REVIEW', 'REVIEW a note'],
        ['note', 'review', id, '', 'REVIEW a move'],
        ['feedback', 'review', 0, 'REVIEW', 'REVIEW feedback'],
        ['name', 'review', 0, 'REVIEW', 'REVIEW'],
      ],
    )
    assert.doesNotMatch(team.logged(), /RISKY|REVIEW|smells/)
  })

  test('while WeChat cannot be reached, text is stored and marked, or refused, as the setting says', async () => {
    await using scene = await wechatTeam({ on, pace: shortWechatTimeout })
    const { team, content } = scene
    const ann = await scene.person('oAnn')
    const admin = await team.admin()
    const id = await createTicket(ann)
    const badDays: Readonly<Record<string, BadDay>> = {
      hangs: moods.hangs,
      drops: moods.drops,
      breaks: moods.breaks,
      'shows a page': moods.shows_a_page,
      'is busy': says(-1),
      'is over the quota of the day': says(45009),
      'is over the quota of the minute': says(45011),
      'says nothing of a verdict': moods.says({ errcode: 0 }),
      'says a verdict of its own': moods.says({ errcode: 0, result: { suggest: 'maybe' } }),
    }
    for (const [what, mood] of Object.entries(badDays)) {
      content.next(mood)
      await ann.tickets.addnote({ id, content: `while it ${what}` })
    }
    // A token that WeChat ended early is renewed without a failure.
    scene.peer.messages.forgetTokens()
    await ann.tickets.addnote({ id, content: 'with a new token' })
    // WeChat does not check texts of people who were away for two hours. Members are not blocked by that.
    const bob = await scene.member('Bob')
    team.pass({ hours: 3 })
    const away = { status: 409, code: 'not_in_miniprogram', message: /open the mini-program, then send/ }
    await assert.rejects(ann.tickets.addnote({ id, content: 'long after' }), away)
    await bob.tickets.addnote({ id, content: 'long after' })
    const marked = [...Object.keys(badDays).map((what) => `while it ${what}`), 'long after']
    assert.deepEqual(
      (await scene.looks()).map(({ why, text }) => [why, text]),
      marked.map((text) => ['unchecked', text]),
    )
    assert.equal((await written(ann, id)).length, marked.length + 1)

    await admin.admin.updateSettings({ wechat: { ...letThrough, whenUnchecked: 'refuse' } })
    const unavailable = { status: 503, code: 'peer_unavailable' }
    for (const person of [ann, bob]) await assert.rejects(person.tickets.addnote({ id, content: 'long after' }), away)
    content.always(moods.drops)
    await assert.rejects(ann.tickets.addnote({ id, content: 'long after' }), unavailable)
    await assert.rejects(createTicket(ann), unavailable)
    assert.equal((await written(ann, id)).length, marked.length + 1)
    assert.equal((await ann.tickets.mine({})).total, 1)
    content.always(undefined)

    await admin.admin.updateSettings({ wechat: { ...letThrough, checkContent: false } })
    await ann.tickets.addnote({ id, content: 'RISKY' })
    assert.equal((await scene.looks()).length, marked.length)
    const { list } = await admin.admin.log({ target: 6 })
    assert.match(list[0]?.current.info ?? '', /^WeChat: .*check what people write no/)
  })

  test('a request repeated with its key is checked once, and refused text can be sent again in other words', async () => {
    await using scene = await wechatTeam({ on })
    const { content } = scene
    const ann = await scene.person('oAnn')
    const create = { type: 0, device: 'kettle', description: 'REVIEW' }
    for (let i = 0; i < 3; i += 1) await ann.tickets.create(create, { key: 'one' })
    assert.equal(content.texts.length, 1)
    const [{ id } = { id: 0 }, ...more] = (await ann.tickets.mine({})).list
    assert.deepEqual(more, [])
    for (let i = 0; i < 3; i += 1) await ann.tickets.addnote({ id, content: 'REVIEW it' }, { key: 'two' })
    assert.equal(content.texts.length, 2)
    assert.equal((await scene.looks()).length, 2)
    await assert.rejects(ann.tickets.addnote({ id, content: 'RISKY' }, { key: 'three' }), refused)
    await ann.tickets.addnote({ id, content: 'other words' }, { key: 'three' })
    // Two equal requests at once store one note, marked once.
    await Promise.all([1, 2].map(() => ann.tickets.addnote({ id, content: 'REVIEW both' }, { key: 'four' })))
    assert.equal((await written(ann, id)).length, 3)
    assert.equal((await scene.looks()).length, 3)
    // Feedback is checked too.
    const checked = content.texts.length
    for (let i = 0; i < 3; i += 1) await ann.users.report({ content: 'REVIEW me' }, { key: 'five' })
    await assert.rejects(ann.users.report({ content: 'And me' }, { key: 'five' }), { code: 'key_reused' })
    assert.equal(content.texts.length, checked + 1)
    assert.equal((await (await scene.team.admin()).admin.feedback({})).list.length, 1)
    assert.equal((await scene.looks()).length, 4)
  })

  test('content hidden by an administrator is shown to members only, and the history says so', async () => {
    await using scene = await wechatTeam({ on })
    const { team } = scene
    const [ann, bob] = [await scene.person('oAnn'), await scene.member('Bob')]
    const admin = await team.admin()
    // The text of a rating is checked too.
    const done = await createTicket(ann)
    await bob.tickets.pick({ id: done })
    await bob.tickets.update({ id: done, status: 5 })
    await bob.tickets.retrieve({ id: done })
    const rating = async () => (await bob.tickets.info({ id: done })).rating
    await assert.rejects(ann.tickets.rate({ id: done, stars: 1, content: 'RISKY' }), refused)
    assert.equal(await rating(), undefined)
    await assert.rejects(bob.tickets.rate({ id: done, stars: 1, content: 'REVIEW' }), { code: 'not_the_owner' })
    await ann.tickets.rate({ id: done, stars: 4, content: 'REVIEW so-so' })
    const [rated, ...others] = await scene.looks()
    assert.deepEqual(
      [rated?.kind, rated?.why, rated?.ticket, rated?.text, others],
      ['rating', 'review', done, 'REVIEW so-so', []],
    )
    await admin.content.decide({ id: rated?.id ?? 0, fine: false })
    assert.deepEqual([(await rating())?.stars, (await rating())?.content], [4, ''])

    await ann.users.update({ name: 'REVIEW Ann' })
    const id = await createTicket(ann, { description: 'REVIEW what is wrong' })
    await ann.tickets.addnote({ id, content: 'REVIEW fine after all' })
    await bob.tickets.addnote({ id, content: 'REVIEW rude' })
    await ann.users.report({ content: 'REVIEW feedback' })
    const looks = await scene.looks()
    const numberOf = (text: string) => looks.find((one) => one.text.includes(text))?.id ?? 0
    await assert.rejects(bob.content.list({}), { status: 403 })
    await admin.content.decide({ id: numberOf('fine after all'), fine: true })
    for (const text of ['what is wrong', 'rude', 'feedback', 'Ann']) {
      const look = (await scene.looks()).find((one) => one.text.includes(text))
      await admin.content.decide({ id: look?.id ?? 0, fine: false })
    }
    await assert.rejects(admin.content.decide({ id: numberOf('rude'), fine: true }), {
      status: 404,
      code: 'look_not_found',
    })
    assert.deepEqual(await scene.looks(), [])

    const own = await ann.tickets.info({ id })
    assert.deepEqual([own.device, own.description, own.owner], ['—', '', ''])
    assert.deepEqual(
      (await written(ann, id)).map(({ content }) => content),
      ['REVIEW fine after all'],
    )
    assert.equal((await ann.tickets.mine({})).list[0]?.device, '—')
    const theirs = await bob.tickets.info({ id })
    assert.equal(theirs.description, 'REVIEW what is wrong')
    assert.deepEqual(
      (await written(bob, id)).map(({ content, hidden = false }) => [content, hidden]),
      [
        ['REVIEW fine after all', false],
        ['REVIEW rude', true],
      ],
    )
    const removed = 'The team hid a text here.'
    assert.equal((await story(ann, id)).filter((content) => content === removed).length, 2)
    assert.equal((await ann.users.info()).name, '')
    assert.equal((await admin.admin.feedback({})).total, 0)
    const { list } = await admin.admin.log({})
    assert.ok(list.some(({ current }) => current.info === 'reviewed a comment: hidden'))
  })

  test('hidden content is not in the open data, and merging tickets does not show it again', async () => {
    await using scene = await wechatTeam({ on })
    const { team } = scene
    const [ann, bob] = [await scene.person('oAnn'), await scene.member('Bob')]
    const admin = await team.admin()
    const openData = { provider: 'Campus', group: '', country: 'CHN', impact: true }
    await admin.admin.updateSettings({ openData })
    const lookAt = async (id: number) => (await scene.looks()).find(({ ticket }) => ticket === id)?.id ?? 0
    const notFine = async (id: number) => admin.content.decide({ id: await lookAt(id), fine: false })
    const words = { device: 'REVIEW device', deviceModel: 'REVIEW model', description: 'REVIEW it' }
    const hidden = await createTicket(ann, { ...words, phone: '13800138000' })
    const repaired = await createTicket(ann, words)
    await bob.tickets.pick({ id: repaired })
    await bob.tickets.update({ id: repaired, status: 5, remedy: 'REVIEW seal', brand: 'REVIEW brand', year: 2020 })
    for (const id of [hidden, repaired]) await notFine(id)
    const table = await (await team.call('/impact/ords.csv')).text()
    assert.match(table, /,"2020",/)
    assert.doesNotMatch(table, /REVIEW/)

    const into = await createTicket(ann)
    await admin.tickets.merge({ id: hidden, into })
    const after = await ann.tickets.info({ id: into })
    assert.deepEqual([after.description, after.deviceModel, after.phone], ['', '', '13800138000'])

    // A review starts only when the texts of both tickets and a third one match.
    const [first, second, third] = [await createTicket(ann, words), await createTicket(ann), await createTicket(ann)]
    await admin.tickets.merge({ id: first, into: second })
    await admin.tickets.merge({ id: second, into: third })
    assert.equal((await ann.tickets.info({ id: third })).description, 'REVIEW it')
    await notFine(first)
    const own = await ann.tickets.info({ id: third })
    assert.deepEqual([own.device, own.description, own.deviceModel], ['—', '', ''])
    assert.equal((await bob.tickets.info({ id: third })).description, 'REVIEW it')
    const removed = 'The team hid a text here.'
    assert.equal((await story(ann, third)).filter((content) => content === removed).length, 1)

    // A rating moves with its ticket, and so does its mark for review.
    const [rated, joined] = [await createTicket(ann), await createTicket(ann)]
    await bob.tickets.pick({ id: rated })
    await bob.tickets.update({ id: rated, status: 5 })
    await bob.tickets.retrieve({ id: rated })
    await ann.tickets.rate({ id: rated, stars: 4, content: 'REVIEW so-so' })
    await bob.tickets.unretrieve({ id: rated })
    await admin.tickets.merge({ id: rated, into: joined })
    assert.notEqual(await lookAt(joined), 0)
    await bob.tickets.unmerge({ id: rated })
    assert.notEqual(await lookAt(rated), 0)
    await admin.tickets.merge({ id: rated, into: joined })
    await notFine(joined)
    assert.equal((await bob.tickets.info({ id: joined })).rating?.content, '')
  })
})

onEachDatabase('content checks by WeChat and decisions by administrators', (on) => {
  test('WeChat checks the texts of an outcome, and neither internal notes, signatures nor unchanged texts', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content, push } = scene
    const [ann, eve, bob] = [await scene.person('oAnn'), await scene.person('oEve'), await scene.member('Bob')]
    const id = await createTicket(ann, { owner: 'Ann' })
    await ann.users.update({ name: 'Ann' })
    await bob.tickets.pick({ id })
    const before = content.texts.length
    await bob.tickets.addnote({ id, content: 'RISKY', type: 2 })
    await bob.tickets.update({ id, status: 1, content: 'RISKY', type: 2 })
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    await ann.tickets.contact({ id, owner: 'Ann', phone: '13800138000' })
    // WeChat is not asked about a text that the caller may not write.
    await assert.rejects(eve.tickets.addnote({ id, content: 'hello' }), { code: 'ticket_not_found' })
    await assert.rejects(eve.tickets.contact({ id, owner: 'Eve' }), { code: 'ticket_not_found' })
    await assert.rejects(eve.tickets.rate({ id, stars: 1, content: 'hello' }), { code: 'ticket_not_found' })
    assert.equal(content.texts.length, before)

    for (const wish of [{ remedy: 'RISKY' }, { brand: 'RISKY' }])
      await assert.rejects(bob.tickets.update({ id, status: 5, ...wish }), refused)
    assert.equal((await ann.tickets.info({ id })).status, 1)
    await bob.tickets.update({ id, status: 5, content: 'inside', type: 2, brand: 'Midea', remedy: 'REVIEW a fuse' })
    assert.equal(content.texts.at(-1)?.content, 'Midea\nREVIEW a fuse')
    const [look, ...more] = await scene.looks()
    assert.deepEqual([look?.kind, look?.ticket, more], ['ticket', id, []])
    assert.match(look?.text ?? '', /Midea\nREVIEW a fuse$/)
    await (await team.admin()).content.decide({ id: look?.id ?? 0, fine: false })
    const became = async (person: Person) => {
      const { brand, remedy, hidden } = await person.tickets.info({ id })
      return [brand, remedy, hidden]
    }
    assert.deepEqual(await became(ann), ['', '', undefined])
    assert.deepEqual(await became(bob), ['Midea', 'REVIEW a fuse', true])

    // A signature proves that the device went back. No other text or picture may use it, so nothing bypasses the check
    // with it.
    const signature = await scene.upload(bob, true)
    await scene.deliver()
    await assert.rejects(bob.tickets.addnote({ id, pic: [signature] }), { code: 'bad_input' })
    await assert.rejects(scene.upload(ann, true))
    await bob.custody.receive({ id })
    await bob.tickets.retrieve({ id, signature })
    assert.equal(content.pictures.length, 0)
    const other = await createTicket(ann)
    await bob.custody.receive({ id: other })
    await bob.tickets.pick({ id: other })
    // An upload without its purpose is checked.
    const asked = await scene.upload(bob)
    await scene.deliver()
    await bob.tickets.retrieve({ id: other, signature: asked })
    assert.equal((await content.judge(push, 'risky')).status, 200)
    for (const url of [signature, asked]) assert.equal(await pictureAnswer(team, withoutSignature(url)), 'picture')
  })

  test('a review decision covers only the content that was shown, and review marks move with their content', async () => {
    await using scene = await wechatTeam({ on })
    const { team } = scene
    const [ann, bob, admin] = [await scene.person('oAnn'), await scene.member('Bob'), await team.admin()]
    const id = await createTicket(ann, { device: 'radio' })
    const only = async () => {
      const [look, ...more] = await scene.looks()
      assert.deepEqual(more, [])
      return look
    }
    const gone = { status: 404, code: 'look_not_found' }
    const name = { kind: 'name', set: (text: string) => ann.users.update({ name: text }) }
    const owner = { kind: 'owner', set: (text: string) => ann.tickets.contact({ id, owner: text }) }
    for (const { kind, set } of [name, owner]) {
      await set('REVIEW one')
      const first = await only()
      await set('REVIEW two')
      for (const fine of [true, false]) await assert.rejects(admin.content.decide({ id: first?.id ?? 0, fine }), gone)
      const second = await only()
      assert.deepEqual([second?.kind, second?.text], [kind, 'REVIEW two'])
      await set('Ann')
      await assert.rejects(admin.content.decide({ id: second?.id ?? 0, fine: false }), gone)
      assert.equal(await scene.reviewRows(), 0)
    }
    // A rejected name on a ticket is cleared, and the rest of the ticket stays.
    await ann.tickets.contact({ id, owner: 'REVIEW zebra' })
    await admin.content.decide({ id: (await only())?.id ?? 0, fine: false })
    const { owner: named, device } = await ann.tickets.info({ id })
    assert.deepEqual([named, device], ['', 'radio'])
    await team.running.tidy()
    assert.equal((await bob.tickets.search({ values: 'zebra' })).total, 0)

    await admin.admin.updateSettings({ retentionDays: 1, adminSessionHours: 100 })
    await bob.tickets.pick({ id })
    await ann.tickets.contact({ id, owner: 'REVIEW again' })
    await bob.tickets.update({ id, status: 5 })
    await bob.tickets.retrieve({ id })
    await ann.tickets.rate({ id, stars: 4, content: 'REVIEW so-so' })
    assert.equal(await scene.reviewRows(), 2)
    team.pass({ days: 2 })
    await team.running.tidy()
    await team.running.tidy()
    assert.equal(await scene.reviewRows(), 0)
  })

  test('content hidden by mistake can be shown again', async () => {
    await using scene = await wechatTeam({ on })
    const { team } = scene
    const [ann, bob, admin] = [await scene.person('oAnn'), await scene.member('Bob'), await team.admin()]
    const id = await createTicket(ann, { device: 'radio', description: 'REVIEW words' })
    const other = await createTicket(ann)
    const note = (await ann.tickets.addnote({ id, content: 'REVIEW a note' })).id
    for (const look of await scene.looks()) await admin.content.decide({ id: look.id, fine: false })
    const read = async () => {
      const { description } = await ann.tickets.info({ id })
      return [description, ...(await written(ann, id)).map(({ content }) => content)]
    }
    assert.deepEqual(await read(), [''])
    assert.equal((await bob.tickets.info({ id })).hidden, true)
    await assert.rejects(bob.content.show({ ticket: id }), { status: 403 })
    await assert.rejects(admin.content.show({ ticket: 999 }), { status: 404, code: 'ticket_not_found' })
    await assert.rejects(admin.content.show({ ticket: other, note }), { status: 404, code: 'not_found' })
    for (let i = 0; i < 2; i += 1) await admin.content.show({ ticket: id })
    assert.deepEqual(await read(), ['REVIEW words'])
    await admin.content.show({ ticket: id, note })
    assert.deepEqual(await read(), ['REVIEW words', 'REVIEW a note'])
    assert.equal((await bob.tickets.info({ id })).hidden, undefined)
  })
})

test('content checks of names are limited to some an hour', async () => {
  await using scene = await wechatTeam()
  const ann = await scene.person('oAnn')
  const admin = await scene.team.admin()
  const id = await createTicket(ann)
  const { rates } = await admin.admin.settings()
  await admin.admin.updateSettings({ rates: { ...rates, commentsPerHour: 2 } })
  const often = { status: 429 }
  await ann.users.update({ name: 'Ann' })
  await ann.tickets.contact({ id, owner: 'Anna' })
  await assert.rejects(ann.users.update({ name: 'Annie' }), often)
  await assert.rejects(ann.tickets.contact({ id, owner: 'Annie' }), often)
  await ann.users.update({ phone: '13800138000' })
  assert.equal(scene.content.texts.length, 3)
})

test('asking WeChat for a phone number has a time limit', async () => {
  const api = { appId: 'wx', check: async () => {}, call: () => new Promise<never>(() => {}) }
  const wechat = wechatContent(api, { phoneLimitMs: 1, push: undefined, warn: () => {} })
  await assert.rejects(wechat.phone('code', undefined), { code: 'peer_unavailable' })
})

onEachDatabase('content checks of pictures by WeChat users', (on) => {
  test('only its uploader sees a picture until WeChat accepts it', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content, push } = scene
    const [ann, bob] = [await scene.person('oAnn'), await scene.member('Bob')]
    const admin = await team.admin()
    const url = await scene.upload(ann)
    const id = await createTicket(ann, { pic: [url] })
    const held = async () => {
      assert.equal(await pictureAnswer(team, withoutSignature(url)), 'neutral')
      const { headers } = await team.call(new URL(withoutSignature(url)).pathname)
      assert.equal(headers.get('cache-control'), 'no-store', 'the picture may be there a moment later')
      assert.equal(await pictureAnswer(team, `${withoutSignature(url)}?see=zzzz.${'x'.repeat(22)}`), 'neutral')
      const [mine] = await written(ann, id)
      assert.deepEqual(mine?.heldPic, mine?.pic)
      assert.equal(await pictureAnswer(team, mine?.pic[0] ?? ''), 'picture')
      const [theirs] = await written(bob, id)
      assert.deepEqual([theirs?.pic, theirs?.held, theirs?.heldPic], [[], 1, undefined])
      assert.equal((await bob.tickets.search({})).list[0]?.photo, '')
    }
    assert.equal(await pictureAnswer(team, url), 'picture')
    await held()
    await scene.deliver()
    assert.deepEqual(
      content.pictures.map(({ openid }) => openid),
      ['oAnn'],
    )
    // WeChat gets an address of the picture that is valid for an hour or two.
    const shownToWechat = content.pictures[0]?.url ?? ''
    assert.equal(await pictureAnswer(team, shownToWechat), 'picture')
    team.pass({ minutes: 20 })
    await held()

    await using listening = await listen(team, bob.token)
    for (let i = 0; i < 2; i += 1) assert.equal(await (await content.judge(push, 'pass')).text(), 'success')
    await admin.admin.updateSettings({ teamName: 'Repairs' })
    await live(team)
    assert.deepEqual(await listening.until('settings'), [`ticket ${id}`])
    for (const person of [ann, bob]) {
      const [note] = await written(person, id)
      assert.deepEqual([note?.pic, note?.held, note?.heldPic], [[withoutSignature(url)], undefined, undefined])
    }
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'picture')
    assert.equal((await bob.tickets.search({})).list[0]?.photo, withoutSignature(url))
    assert.deepEqual(await scene.looks(), [])
    // A verdict about an unknown picture is logged, and changes nothing.
    assert.equal((await content.judge(push, 'risky', 'never-given')).status, 200)
    assert.equal((await content.judge(push, 'risky')).status, 200)
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'picture')
  })

  test('a risky picture is removed everywhere and the history says so; a doubtful one is shown and marked', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content, push } = scene
    const [ann, bob] = [await scene.person('oAnn'), await scene.member('Bob')]
    const admin = await team.admin()
    const boss = await scene.member('Boss', true)
    const id = await createTicket(ann)
    const [attached, unused, avatar, doubtful] = [
      await scene.upload(ann),
      await scene.upload(ann),
      await scene.upload(boss),
      await scene.upload(ann),
    ]
    await ann.tickets.addnote({ id, content: 'See', pic: [attached, doubtful] })
    await scene.deliver()
    const traceOf = (url: string) =>
      content.pictures.find((one) => withoutSignature(one.url) === withoutSignature(url))?.trace
    const judge = async (url: string, verdict: 'pass' | 'review' | 'risky') =>
      assert.equal((await content.judge(push, verdict, traceOf(url))).status, 200)
    // The picture of a member is shown everywhere. Until WeChat has judged it, everyone sees the neutral one.
    const { id: member } = await boss.members.checklogin()
    await boss.admin.updateMember({ id: member, avatar })
    const pictureOf = async () => (await boss.members.checklogin()).avatar
    assert.equal(await pictureOf(), withoutSignature(avatar))
    assert.equal(await pictureAnswer(team, withoutSignature(avatar)), 'neutral')
    await judge(avatar, 'risky')
    assert.match(await pictureOf(), /neutral\.png$/)
    const [ofMember] = (await admin.admin.log({ target: 3 })).list
    assert.equal(ofMember?.current.info, 'picture removed by the content check')
    for (const url of [attached, unused]) await judge(url, 'risky')
    await judge(doubtful, 'review')
    for (const url of [attached, unused]) assert.equal(await pictureAnswer(team, url), 'nothing')
    const gone = 'A picture was removed: the content check did not accept it.'
    for (const person of [ann, bob]) {
      const [note] = await written(person, id)
      assert.deepEqual([note?.content, note?.pic, note?.held], ['See', [withoutSignature(doubtful)], undefined])
      assert.equal((await story(person, id)).filter((content) => content === gone).length, 1)
    }
    const flaw = await ann.tickets.addnote({ id, pic: [unused] }).catch((error: Error) => error.message)
    assert.match(String(flaw), /content check did not accept/)

    const [look, ...more] = await scene.looks()
    assert.deepEqual([look?.kind, look?.why, look?.ticket, look?.held, more], ['picture', 'review', id, false, []])
    await admin.content.decide({ id: look?.id ?? 0, fine: false })
    assert.equal(await pictureAnswer(team, doubtful), 'nothing')
    assert.ok((await story(ann, id)).includes('The team removed a picture.'))
    const { list } = await admin.admin.log({ target: 0 })
    assert.ok(list.some(({ current, op }) => current.info === 'picture removed by the content check' && op !== 'Bob'))
  })

  test('a picture without a verdict for 45 minutes is shown and marked, or held for review, as the setting says', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content, push } = scene
    const ann = await scene.person('oAnn')
    const admin = await team.admin()
    const id = await createTicket(ann)
    const upload = async () => {
      const url = await scene.upload(ann)
      await ann.tickets.addnote({ id, pic: [url] })
      return withoutSignature(url)
    }
    const silent = await upload()
    await scene.deliver()
    team.pass({ minutes: 44 })
    await scene.giveUp()
    assert.equal(await pictureAnswer(team, silent), 'neutral')
    team.pass({ minutes: 1 })
    await scene.giveUp()
    await scene.giveUp()
    assert.equal(await pictureAnswer(team, silent), 'picture')
    const [look, ...more] = await scene.looks()
    assert.deepEqual([look?.why, look?.held, more], ['unchecked', false, []])
    // A late verdict counts too.
    assert.equal((await content.judge(push, 'risky')).status, 200)
    assert.equal(await pictureAnswer(team, silent), 'nothing')
    assert.deepEqual(await scene.looks(), [])

    // WeChat could not fetch the picture.
    const unfetched = await upload()
    await scene.deliver()
    const trace = content.pictures.at(-1)?.trace
    await content.push(push, { Event: 'wxa_media_check', trace_id: trace, errcode: -1008, errmsg: 'download fail' })
    assert.equal(await pictureAnswer(team, unfetched), 'picture')
    // A person who was away from the mini-program must not bypass the check.
    team.pass({ hours: 3 })
    const unknown = await upload()
    await scene.deliver()
    assert.equal(await pictureAnswer(team, unknown), 'neutral')
    assert.deepEqual(
      (await scene.looks()).map(({ held, why }) => [held, why]),
      [
        [false, 'unchecked'],
        [true, 'unchecked'],
      ],
    )
    await admin.content.decide({ id: (await scene.looks())[1]?.id ?? 0, fine: true })

    await admin.admin.updateSettings({ wechat: { ...letThrough, whenUnchecked: 'refuse' } })
    content.always(says(45009))
    const [kept, removed] = [await upload(), await upload()]
    for (let minutes = 0; minutes < 45; minutes += 5) {
      await scene.deliver()
      team.pass({ minutes: 5 })
    }
    await scene.deliver()
    await scene.giveUp()
    for (const url of [kept, removed]) assert.equal(await pictureAnswer(team, url), 'neutral')
    const waiting = (await scene.looks()).filter(({ held }) => held)
    assert.equal(waiting.length, 2)
    for (const { picture } of waiting) assert.equal(await pictureAnswer(team, picture), 'picture')
    const lookAt = (url: string) => waiting.find(({ picture }) => withoutSignature(picture) === url)?.id ?? 0
    await admin.content.decide({ id: lookAt(kept), fine: true })
    await admin.content.decide({ id: lookAt(removed), fine: false })
    assert.equal(await pictureAnswer(team, kept), 'picture')
    assert.equal(await pictureAnswer(team, removed), 'nothing')
  })

  test('WeChat is asked again after a failure, and a verdict that arrives too early is accepted when WeChat repeats it', async () => {
    await using scene = await wechatTeam({ on, pace: shortWechatTimeout })
    const { team, content, push } = scene
    const ann = await scene.person('oAnn')
    const url = await scene.upload(ann)
    await createTicket(ann, { pic: [url] })
    content.next(moods.drops, moods.hangs, moods.breaks, moods.shows_a_page)
    for (let i = 0; i < 4; i += 1) {
      await scene.deliver()
      team.pass({ minutes: 6 })
    }
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'neutral')
    // The verdict arrives before WeChat's answer to the request.
    let early = 0
    content.next(({ work, answer }) => {
      const said = work()
      void content.judge(push, 'pass').then((response) => {
        early = response.status
        answer(said)
      })
    })
    await scene.deliver()
    assert.deepEqual([early, content.pictures.length], [503, 1])
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'neutral')
    assert.equal((await content.judge(push, 'pass')).status, 200)
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'picture')
    // WeChat is not asked again about the same picture.
    await scene.deliver()
    assert.equal(content.pictures.length, 1)
    assert.equal((await scene.looks()).length, 0)
  })

  test('after a long stop held pictures are checked again, or listed for review if WeChat is no longer configured', async () => {
    await using scene = await wechatTeam({ on })
    const { team } = scene
    const [ann, admin] = [await scene.person('oAnn'), await team.admin()]
    const url = withoutSignature(await scene.upload(ann))
    await createTicket(ann, { pic: [url] })
    team.pass({ minutes: 50 })
    await scene.giveUp()
    assert.equal(await pictureAnswer(team, url), 'neutral')
    await scene.deliver()
    team.pass({ minutes: 44 })
    await scene.giveUp()
    assert.equal(await pictureAnswer(team, url), 'neutral')
    team.pass({ minutes: 1 })
    await scene.giveUp()
    assert.equal(await pictureAnswer(team, url), 'picture')

    // On SQLite there is one node only.
    if (on === 'sqlite') return
    await admin.admin.updateSettings({ wechat: { ...letThrough, whenUnchecked: 'refuse' } })
    const last = withoutSignature(await scene.upload(ann))
    await createTicket(ann, { pic: [last] })
    team.pass({ minutes: 45 })
    await using without = await newTeam({ on, beside: team, at: new Date(team.now()).toISOString() })
    await without.running.jobs.find(({ name }) => name === 'held pictures')?.run(new AbortController().signal)
    // The node runs this job itself too, and may be doing so now.
    await using engine = await openEngine(team.fresh.config)
    const waiting = () =>
      engine.read((db) =>
        db
          .selectFrom('outbox')
          .where('destination', '=', 'pictures')
          .where('done_at', 'is', null)
          .select('id')
          .execute(),
      )
    await until(async () => (await waiting()).length === 0)
    assert.deepEqual(
      (await scene.looks()).map(({ picture, held }) => [withoutSignature(picture), held]),
      [
        [url, false],
        [last, true],
      ],
    )
  })

  test('a late verdict of WeChat does not override an administrator’s decision', async () => {
    await using house = await freshStore(on)
    const { store } = house
    await store.upkeep(async (tx) => {
      const ann = await tx.users.ofIdentity('demo', 'ann', 0)
      for (const name of ['held', 'decided']) await tx.media.add(name, ann, 0, 'secret')
      await tx.media.setState('decided', pictureStates.shown)
      for (const name of ['held', 'decided']) await tx.media.awaitVerdict(name, `trace of ${name}`)
      assert.equal(await tx.media.byTrace('trace of held'), 'held')
      assert.equal(await tx.media.byTrace('trace of decided'), undefined)
    })
  })

  if (on === 'postgres')
    test('a verdict on a picture reaches the ticket that the picture’s ticket was merged into', async () => {
      await using scene = await wechatTeam({ on })
      const { team, content, push } = scene
      const ann = await scene.person('oAnn')
      const [id, into] = [await createTicket(ann, { pic: [await scene.upload(ann)] }), await createTicket(ann)]
      await scene.deliver()
      const joining = `select * from ticket where id = ${id} for update; update note set ticket_id = ${into} where ticket_id = ${id}`
      await using merging = await foreignTransaction(team, joining)
      const said = content.judge(push, 'risky')
      await until(async () => (await merging.blocked()) === 1)
      await merging.commit()
      assert.equal((await said).status, 200)
      const gone = 'A picture was removed: the content check did not accept it.'
      assert.deepEqual([(await story(ann, into)).includes(gone), (await story(ann, id)).includes(gone)], [true, false])
    })

  test('erasure and retention delete held pictures too', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content, push } = scene
    await (await team.admin()).admin.updateSettings({ retentionDays: 1, adminSessionHours: 100 })
    const [ann, carl] = [await scene.person('oAnn'), await scene.person('oCarl')]
    const [hers, late, his] = [await scene.upload(ann), await scene.upload(ann), await scene.upload(carl)]
    await createTicket(ann, { description: 'REVIEW', pic: [hers] })
    const his1 = await createTicket(carl, { description: 'REVIEW', pic: [his] })
    await scene.deliver()
    const asked = content.pictures.length
    await ann.users.erase()
    for (const url of [hers, late, withoutSignature(hers)]) assert.equal(await pictureAnswer(team, url), 'nothing')
    for (const { trace } of content.pictures.slice(0, 2))
      assert.equal((await content.judge(push, 'pass', trace)).status, 200)
    assert.equal(await pictureAnswer(team, withoutSignature(hers)), 'nothing')
    assert.equal((await scene.looks()).length, 1)
    await carl.tickets.cancel({ id: his1 })
    team.pass({ days: 2 })
    await team.running.tidy()
    await scene.giveUp()
    await scene.deliver()
    assert.equal(await pictureAnswer(team, withoutSignature(his)), 'nothing')
    assert.equal(content.pictures.length, asked)
    assert.deepEqual(
      (await scene.looks()).map(({ kind }) => kind),
      ['ticket'],
    )
  })

  test('a held picture is shown neither with a receipt nor to the owner of the ticket', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content, push } = scene
    const [ann, bob] = [await scene.person('oAnn'), await scene.member('Bob')]
    const phone = '13800138000'
    const id = await createTicket(ann, { phone, pic: [await scene.upload(ann)] })
    // A visitor's ticket is merged into an account's ticket, so the receipt leads to that ticket.
    const { id: visit, receipt } = await bob.counter.create({ type: 0, device: 'kettle', phone, queue: true })
    await (await team.admin()).tickets.merge({ id: visit, into: id })
    const made = await bob.counter.create({ type: 0, device: 'kettle', owner: 'Eve', pic: [await scene.upload(bob)] })
    for (const paper of [receipt, made.receipt]) {
      team.secret(paper)
      const { notes } = (await team.anyone.receipts.info({ receipt: paper })).ticket
      const note = notes.find(({ type }) => type > 0)
      assert.deepEqual([note?.pic, note?.held, note?.heldPic], [[], 1, undefined])
    }
    const eve = await scene.person('oEve')
    await eve.receipts.adopt({ receipt: made.receipt })
    const [theirs] = (await eve.users.export()).pictures
    const [hers] = (await ann.users.export()).pictures
    assert.equal(await pictureAnswer(team, theirs ?? ''), 'neutral')
    assert.equal(await pictureAnswer(team, hers ?? ''), 'picture')

    // A picture that was marked for review stays marked after its uploader is erased.
    const boss = await scene.member('Boss', true)
    const avatar = await scene.upload(boss)
    await boss.admin.updateMember({ id: (await bob.members.checklogin()).id, avatar })
    await scene.deliver()
    const trace = content.pictures.find(({ url }) => withoutSignature(url) === withoutSignature(avatar))?.trace
    assert.equal((await content.judge(push, 'review', trace)).status, 200)
    await boss.users.erase()
    assert.deepEqual(
      (await scene.looks()).map(({ picture }) => picture),
      [withoutSignature(avatar)],
    )
  })

  test('a guest’s content stays when the guest logs in with an account, and later content is checked', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content } = scene
    const guest = await team.user('guest')
    const before = await scene.upload(guest)
    assert.equal(await pictureAnswer(team, before), 'picture')
    const id = await createTicket(guest, { description: 'RISKY', pic: [before] })
    const code = scene.peer.code('oGus')
    team.secret(code)
    const gus = team.as((await guest.session.login({ code, merge: true })).token, 'en_US')
    await assert.rejects(gus.tickets.addnote({ id, content: 'RISKY' }), refused)
    const after = await scene.upload(gus)
    await gus.tickets.addnote({ id, pic: [after] })
    assert.equal(await pictureAnswer(team, withoutSignature(after)), 'neutral')
    assert.equal(await pictureAnswer(team, before), 'picture')
    await scene.deliver()
    assert.deepEqual(
      content.pictures.map(({ openid }) => openid),
      ['oGus'],
    )
  })

  test('without the message push WeChat does not check pictures, and they are marked or held for review', async () => {
    await using scene = await wechatTeam({ on, env: { WECHAT_PUSH_TOKEN: '' } })
    const { team, content, push } = scene
    const ann = await scene.person('oAnn')
    const url = await scene.upload(ann)
    // An unused picture needs no review.
    await scene.upload(ann)
    const id = await createTicket(ann, { pic: [url] })
    await scene.deliver()
    assert.equal(await pictureAnswer(team, url), 'picture')
    assert.equal(content.pictures.length, 0)
    const [look, ...more] = await scene.looks()
    assert.deepEqual([look?.kind, look?.why, look?.ticket, look?.picture, more], ['picture', 'unchecked', id, url, []])
    assert.equal((await content.judge(push, 'pass', 'any')).status, 404)

    // If unchecked content must not be shown, the picture waits for review.
    const admin = await team.admin()
    await admin.admin.updateSettings({ wechat: { ...letThrough, whenUnchecked: 'refuse' } })
    const kept = await scene.upload(ann)
    await ann.tickets.addnote({ id, pic: [kept] })
    assert.deepEqual(
      [await pictureAnswer(team, kept), await pictureAnswer(team, withoutSignature(kept))],
      ['picture', 'neutral'],
    )
    const waits = (await scene.looks()).find(({ held }) => held)
    assert.deepEqual([waits?.why, withoutSignature(waits?.picture ?? '')], ['unchecked', withoutSignature(kept)])
    await admin.content.decide({ id: waits?.id ?? 0, fine: true })
    assert.equal(await pictureAnswer(team, withoutSignature(kept)), 'picture')
  })
})

describe('the message push', () => {
  test('the message push proves its address and accepts only messages that WeChat signed recently', async () => {
    await using scene = await wechatTeam()
    const { team, content, push } = scene
    const ann = await scene.person('oAnn')
    const url = await scene.upload(ann)
    await scene.deliver()
    const trace = content.pictures[0]?.trace
    const pass = { Event: 'wxa_media_check', trace_id: trace, errcode: 0, result: { suggest: 'pass', label: 100 } }
    const refusedPush = async (response: Response) => {
      assert.equal(response.status, 403)
      assert.equal(response.headers.get('x-error-code'), 'push_refused')
      await response.body?.cancel()
    }
    await refusedPush(await content.push(push, pass, { token: 'another' }))
    await refusedPush(await content.push(push, pass, { at: team.now() - 11 * 60_000 }))
    await refusedPush(await content.push(push, pass, { at: team.now() + 11 * 60_000 }))
    // Other messages from WeChat are ignored.
    for (const event of [
      {},
      { Event: 'subscribe' },
      { ...pass, appid: 'wx-other' },
      { ...pass, result: 'pass', errcode: 'x' },
    ])
      assert.equal((await content.push(push, event)).status, 200)
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'neutral')

    const signed = (token: string, echostr: string) => {
      const [timestamp, nonce] = [String(Math.floor(team.now() / 1000)), '77']
      const signature = hash('sha1', [token, timestamp, nonce].toSorted().join(''), 'hex')
      return `/wechat/push?${new URLSearchParams({ signature, timestamp, nonce, echostr })}`
    }
    const right = await team.call(signed(push.token, '5838479'))
    assert.deepEqual([right.status, await right.text()], [200, '5838479'])
    await refusedPush(await team.call(signed('another', '5838479')))
    // A message push is recognised by its signature, whatever its content type.
    assert.equal((await content.push(push, pass, { type: 'text/plain' })).status, 200)
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'picture')
  })

  test('with a key, the message push accepts encrypted messages only', async () => {
    const key = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C'
    await using scene = await wechatTeam({ env: { WECHAT_PUSH_KEY: key } })
    const { team, content, push } = scene
    team.secret(key)
    const url = await scene.upload(await scene.person('oAnn'))
    await scene.deliver()
    const event = { Event: 'wxa_media_check', trace_id: content.pictures[0]?.trace, result: { suggest: 'pass' } }
    for (const wrong of [{ plain: true }, { appId: 'wx-other' }, { token: 'another' }])
      assert.equal((await content.push(push, event, wrong)).status, 403)
    const other = { ...push, key: 'A'.repeat(43) }
    assert.equal((await content.push(other, event)).status, 403)
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'neutral')
    assert.equal((await content.push(push, event)).status, 200)
    assert.equal(await pictureAnswer(team, withoutSignature(url)), 'picture')
  })
})

test('a long text is checked in overlapping pieces that split no character', () => {
  const text = `${'好'.repeat(2499)}🔧${'x'.repeat(2500)}`
  const pieces = splitText(text)
  assert.ok(pieces.every((piece) => piece.length <= 2500 && piece.isWellFormed()))
  assert.ok(pieces.length === 3 && pieces.join('').includes('🔧'))
  assert.deepEqual(splitText('short'), ['short'])
  const phrase = 'a risky phrase of some length'
  for (let at = 2450; at < 2530; at += 1)
    assert.ok(splitText('y'.repeat(at) + phrase + 'z'.repeat(2600)).some((piece) => piece.includes(phrase)))
})
