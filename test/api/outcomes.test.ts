import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { readCsv } from '../support/csv.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team, withPassword } from '../support/team.ts'
import { createTicket, ticketLog } from '../support/tickets.ts'

type Info = Awaited<ReturnType<Person['tickets']['info']>>
const became = ({ outcome, barrier, category, brand, year, remedy }: Info) =>
  [outcome, barrier, category, brand, year, remedy] as const
const nothing = ['', '', 0, '', 0, ''] as const
const flaw = (field: string, name: string) => ({ status: 400, code: 'bad_input', field, flaw: name })

/** The entries of the operation log about outcomes and ratings. */
const spoken = async (team: Team) =>
  (await ticketLog(team)).map(({ current }) => current.info).filter((text) => /outcome|rated/.test(text))

onEachDatabase('outcomes', (on) => {
  test('an outcome is set with the last change of status, can be corrected, and is removed when the ticket reopens', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const admin = await team.admin()
    const id = await createTicket(ann, { device: '电水壶', deviceModel: 'Midea MK-HJ1522' })
    const info = (who: Person) => who.tickets.info({ id })
    assert.deepEqual(became(await info(ann)), nothing)
    assert.deepEqual((await info(bob)).guess, { category: 14, brand: 'Midea' })
    assert.equal((await info(ann)).guess, undefined, 'only members see the guess')

    // An outcome before the repair is finished is refused, and changes nothing: the ticket is not even claimed.
    for (const status of [1, 3, 4, 7])
      await assert.rejects(bob.tickets.update({ id, status, outcome: 'fixed' }), {
        status: 409,
        code: 'outcome_too_soon',
      })
    assert.deepEqual([(await info(ann)).status, (await info(ann)).workers], [0, []])

    // A value that does not fit is refused with its field, and changes nothing.
    const said = { outcome: 'fixed', category: 14, brand: 'Midea', year: 2021, remedy: 'A new fuse.' } as const
    for (const [wish, refusal] of [
      [{ status: 6, outcome: 'fixed' }, flaw('outcome', 'not_fitting')],
      [{ status: 5, outcome: 'repairable' }, flaw('outcome', 'not_fitting')],
      [{ status: 5, outcome: 'end_of_life' }, flaw('outcome', 'not_fitting')],
      [{ status: 6, outcome: 'repairable', barrier: 'worn_out' }, flaw('barrier', 'not_fitting')],
      [{ status: 6, barrier: 'worn_out' }, flaw('barrier', 'not_fitting')],
      [{ status: 5, ...said, year: 1899 }, flaw('year', 'too_small')],
      [{ status: 5, ...said, year: 2028 }, flaw('year', 'too_big')],
      [{ status: 5, ...said, year: 2101 }, flaw('year', 'too_big')],
      [{ status: 5, ...said, category: 41 }, flaw('category', 'too_big')],
      [{ status: 5, ...said, category: -1 }, flaw('category', 'too_small')],
      [{ status: 5, ...said, brand: 'x'.repeat(65) }, flaw('brand', 'too_long')],
      [{ status: 5, ...said, remedy: 'x'.repeat(201) }, flaw('remedy', 'too_long')],
      [{ status: 5, ...said, remedy: 'two\nlines' }, flaw('remedy', 'bad_characters')],
      [{ status: 5, outcome: 'broken' as 'fixed' }, flaw('outcome', 'not_one_of')],
      [{ status: 6, outcome: 'end_of_life', barrier: 'no_money' as 'worn_out' }, flaw('barrier', 'not_one_of')],
    ] as const)
      await assert.rejects(bob.tickets.update({ id, ...wish }), refusal, JSON.stringify(wish))
    assert.deepEqual([(await info(ann)).status, ...became(await info(ann))], [0, ...nothing])

    // The outcome is stored with the change of status, once for a key. Next year's models are sold this year.
    const whole = { id, status: 5, ...said, year: 2027, content: 'Done!' } as const
    for (let i = 0; i < 2; i += 1) await bob.tickets.update(whole, { key: 'closing' })
    await assert.rejects(bob.tickets.update({ ...whole, year: 2020 }, { key: 'closing' }), { code: 'key_reused' })
    assert.deepEqual(became(await info(ann)), ['fixed', '', 14, 'Midea', 2027, 'A new fuse.'])
    assert.equal((await info(bob)).guess, undefined, 'with category and brand there is no guess')
    assert.equal((await info(ann)).notes.filter(({ content }) => content === 'Done!').length, 1)
    assert.deepEqual(await spoken(team), ['outcome: Repaired'])

    // Workers correct the outcome without changing the status. An absent field is unchanged, an empty one is cleared.
    await assert.rejects(carol.tickets.update({ id, status: 5, year: 2020 }), { status: 403, code: 'not_a_worker' })
    await bob.tickets.update({ id, status: 5, year: 2020, brand: '' })
    await bob.tickets.update({ id, status: 5, year: 2020 })
    assert.deepEqual(became(await info(ann)), ['fixed', '', 14, '', 2020, 'A new fuse.'])
    assert.deepEqual((await info(bob)).guess, { category: 14, brand: 'Midea' })
    assert.equal((await spoken(team)).length, 2, 'an unchanged outcome is not logged again')

    // Reopening keeps the device's category and removes the outcome.
    await bob.tickets.update({ id, status: 3 })
    assert.deepEqual(became(await info(ann)), ['', '', 14, '', 2020, 'A new fuse.'])
    await bob.tickets.update({ id, status: 6, outcome: 'end_of_life', barrier: 'parts_expensive', remedy: '' })
    assert.deepEqual(became(await info(ann)), ['end_of_life', 'parts_expensive', 14, '', 2020, ''])
    await bob.tickets.update({ id, status: 6, barrier: 'worn_out' })
    assert.equal((await info(ann)).barrier, 'worn_out')
    await bob.tickets.update({ id, status: 6, outcome: 'unknown' })
    assert.deepEqual(became(await info(ann)).slice(0, 2), ['unknown', ''])

    // The outcome can be corrected after collection too, and by administrators.
    await bob.tickets.retrieve({ id })
    await admin.tickets.update({ id, status: 6, outcome: 'repairable', brand: 'Midea' })
    await assert.rejects(admin.tickets.update({ id, status: 5, outcome: 'fixed' }), { code: 'move_not_allowed' })
    assert.deepEqual(became(await info(ann)), ['repairable', '', 14, 'Midea', 2020, ''])

    // Of two corrections at once, each field has a value of one of them.
    await Promise.all([
      bob.tickets.update({ id, status: 6, outcome: 'end_of_life', barrier: 'worn_out' }),
      admin.tickets.update({ id, status: 6, outcome: 'unknown' }),
    ])
    const { outcome, barrier } = await info(ann)
    assert.ok(['end_of_life worn_out', 'unknown '].includes(`${outcome} ${barrier}`), `${outcome} ${barrier}`)

    // The table for administrators and the personal export of the owner have the outcome.
    await admin.tickets.update({ id, status: 6, outcome: 'end_of_life', barrier: 'worn_out' })
    const response = await team.call('/admin/tickets/export', { headers: { authorization: `Bearer ${admin.token}` } })
    const [headings = [], row = []] = readCsv((await response.text()).replace('\u{feff}', ''))
    assert.deepEqual(headings.slice(-7, -1), ['维修结果', '没修好的原因', '品类', '品牌', '生产年份', '怎么修好的'])
    assert.deepEqual(row.slice(-7, -1), ['已经报废', '老化严重', '电水壶', 'Midea', '2020', ''])
    const [held] = (await ann.users.export()).tickets
    assert.deepEqual([held?.outcome, held?.barrier, held?.category, held?.year], ['end_of_life', 'worn_out', 14, 2020])
  })

  test('an owner rates a repair once, after collection', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user('ann')
    const bob = await team.member('Bob')
    const [id, other] = [await createTicket(ann), await createTicket(ann)]
    const info = (who: Person) => who.tickets.info({ id })
    const offered = async (who: Person) => (await info(who)).moves.some(({ action }) => action === 'rate')
    const wish = { id, stars: 5, content: 'It heats again, thank you!' }
    const soon = { status: 409, code: 'not_collected' }
    await assert.rejects(ann.tickets.rate(wish), soon)
    await bob.tickets.update({ id, status: 5 })
    await assert.rejects(ann.tickets.rate(wish), soon)
    assert.equal(await offered(ann), false)
    await bob.tickets.retrieve({ id })
    assert.deepEqual([await offered(ann), await offered(bob)], [true, false])

    for (const stars of [0, 6, -1, 2.5]) await assert.rejects(ann.tickets.rate({ id, stars }), { status: 400 })
    await assert.rejects(ann.tickets.rate({ ...wish, content: 'x'.repeat(300) }), flaw('content', 'too_long'))
    await assert.rejects(bob.tickets.rate(wish), { status: 403, code: 'not_the_owner' })
    await assert.rejects((await team.user()).tickets.rate(wish), { status: 404, code: 'ticket_not_found' })
    assert.equal((await info(bob)).rating, undefined)

    // Of two different ratings at once, the first counts.
    const tries = await Promise.allSettled([
      ann.tickets.rate(wish),
      ann.tickets.rate(wish),
      ann.tickets.rate({ ...wish, stars: 1 }),
    ])
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))
    assert.ok(['rated_already', 'rated_already rated_already'].includes(refused.join(' ')), refused.join(' '))
    const { rating } = await info(ann)
    assert.deepEqual((await info(bob)).rating, rating)
    assert.equal(await offered(ann), false)
    const again = { id, stars: rating?.stars ?? 0, content: wish.content }
    await ann.tickets.rate(again)
    await assert.rejects(ann.tickets.rate({ ...again, content: 'Other' }), { status: 409, code: 'rated_already' })
    // After the hand-back is undone the rating stays.
    await bob.tickets.unretrieve({ id })
    assert.deepEqual((await info(bob)).rating, rating)
    await ann.tickets.rate(again)
    await bob.tickets.retrieve({ id })
    const log = await spoken(team)
    assert.deepEqual(log, [`rated: ${rating?.stars} of 5`], 'the log has nothing that was written')
    const [held] = (await ann.users.export()).ratings
    assert.deepEqual([held?.ticket, held?.stars, held?.content], [id, rating?.stars, wish.content])

    // Erasing the owner deletes the text of the rating, and keeps the stars.
    await bob.tickets.update({ id: other, status: 6 })
    await bob.tickets.retrieve({ id: other })
    await ann.tickets.rate({ id: other, stars: 2, content: 'A pity.' })
    await ann.users.erase()
    assert.deepEqual([(await info(bob)).rating?.content, (await info(bob)).rating?.stars], ['', rating?.stars])
    await using engine = await openEngine(team.fresh.config)
    const rows = await engine.read((db) => db.selectFrom('rating').select('content').execute())
    assert.deepEqual(
      rows.map(({ content }) => content),
      ['', ''],
    )
  })

  test('a visitor rates a repair with a receipt, and the text is deleted with other personal data', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    const back = await withPassword(team, bob, 'member Bob')
    const filed = async () => {
      const made = await bob.counter.create({ type: 0, device: 'kettle', owner: 'Quentin' })
      team.secret(made.receipt)
      return made
    }
    const [{ id, receipt }, { receipt: second, id: other }] = [await filed(), await filed()]
    const { anyone } = team
    await assert.rejects(anyone.receipts.rate({ receipt, stars: 4 }), { status: 409, code: 'not_collected' })
    for (const one of [id, other]) {
      await bob.tickets.update({ id: one, status: 5 })
      await bob.tickets.retrieve({ id: one })
    }
    const seen = async () => (await anyone.receipts.info({ receipt })).ticket
    assert.ok((await seen()).moves.some(({ action }) => action === 'rate'))
    await anyone.receipts.rate({ receipt, stars: 4, content: 'Thanks' })
    await anyone.receipts.rate({ receipt, stars: 4, content: 'Thanks' })
    await assert.rejects(anyone.receipts.rate({ receipt, stars: 5 }), { status: 409, code: 'rated_already' })
    await assert.rejects(anyone.receipts.rate({ receipt: `${receipt.slice(0, -4)}abcd`, stars: 5 }), {
      status: 404,
      code: 'receipt_unknown',
    })
    assert.deepEqual([(await seen()).rating?.stars, (await seen()).rating?.content], [4, 'Thanks'])
    assert.ok(!(await seen()).moves.some(({ action }) => action === 'rate'))
    // An account that adopts the ticket has its rating, and may rate if there is none.
    const ann = await team.user('ann')
    await ann.receipts.adopt({ receipt })
    await ann.receipts.adopt({ receipt: second })
    await assert.rejects(ann.tickets.rate({ id, stars: 1 }), { code: 'rated_already' })

    for (let day = 0; day < 31; day += 1) {
      team.pass({ days: 1 })
      await team.running.tidy()
    }
    const later = await back()
    assert.deepEqual((await later.tickets.info({ id })).rating?.content, '')
    const owner = await team.user('ann')
    await assert.rejects(owner.tickets.rate({ id: other, stars: 5, content: 'Late' }), {
      status: 409,
      code: 'ticket_over',
    })
    assert.ok(!(await owner.tickets.info({ id: other })).moves.some(({ action }) => action === 'rate'))
  })
})
