import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('the counter', (on) => {
  test('a visitor without an account has a ticket of their own, and a receipt', async () => {
    await using team = await newTeam({ on })
    const ann = await team.member('Ann')
    const filed = await ann.counter.create({
      type: 0,
      device: 'kettle',
      owner: 'Li',
      phone: '13800138000',
      queue: true,
    })
    assert.equal(filed.number, 'A01')
    const { receipt } = filed
    const seen = await team.anyone.receipts.info({ receipt })
    assert.equal(seen.ticket.phone, '138****8000')
    await team.anyone.receipts.comment({ receipt, content: 'hm' })
    const second = await ann.counter.create({ type: 1, device: 'laptop', shelf: 'B3', mail: 'x@example.org' })
    assert.equal((await ann.counter.arrive({ id: second.id })).number, 'B01')
    assert.equal((await ann.counter.call({})).number, 'A01')
    await ann.counter.mark({ id: filed.id, state: 'served' })
    assert.deepEqual((await team.anyone.team.board()).queue, { called: [], waiting: 1 })
    const { kiosk } = await ann.counter.kiosk()
    await team.anyone.counter.kioskInfo({ kiosk })
    const own = await team.anyone.counter.kioskCreate({ kiosk, type: 0, device: 'fan' })
    assert.equal(own.number, 'A02')
    await team.anyone.receipts.cancel({ receipt: own.receipt })
    await ann.counter.closeKiosks()
    await assert.rejects(team.anyone.counter.kioskInfo({ kiosk }), { code: 'kiosk_closed' })
    const zoe = await team.user('Zoe')
    await zoe.receipts.adopt({ receipt: second.receipt })
    assert.equal((await zoe.tickets.mine({})).total, 1)
    await assert.rejects(team.anyone.receipts.info({ receipt: second.receipt }), { code: 'receipt_unknown' })
  })
})
