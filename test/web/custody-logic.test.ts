import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedOff, mayReceive, unticked } from '#client/custody.ts'
import { parseScan, tagIn } from '#client/scan.ts'
import { likelyNext } from '#client/ticket.ts'
import { freshWalk, isReceipt, isScanned, scanName, withScan } from '#web/pages/desk/stocktake/scans.ts'

const receipt = `https://fettle.example/r#${'a'.repeat(43)}`

test('a scanned or typed text is read as tag, ticket, receipt or none', () => {
  assert.deepEqual(parseScan('https://fettle.example/g/1043'), { tag: 1043 })
  assert.deepEqual(parseScan(' t1043 '), { tag: 1043 })
  assert.deepEqual(parseScan('https://fettle.example/t/12'), { ticket: 12 })
  assert.deepEqual(parseScan('#12'), { ticket: 12 })
  assert.deepEqual(parseScan('12'), { ticket: 12 })
  assert.deepEqual(parseScan(receipt), { receipt: 'a'.repeat(43) })
  for (const other of ['', 'T0', 'T', 'WIFI:S:cafe;;', 'https://fettle.example/g/', '1e3']) {
    assert.equal(parseScan(other), undefined, other)
  }
})

test('a tag field accepts a bare number and no ticket', () => {
  assert.equal(tagIn('1043'), 1043)
  assert.equal(tagIn('T1043'), 1043)
  assert.equal(tagIn('https://fettle.example/g/1043'), 1043)
  for (const other of ['#12', 'https://fettle.example/t/12', '0', receipt]) assert.equal(tagIn(other), undefined, other)
})

test('stocktaking counts each scan once and sends it as it was read', () => {
  const address = 'https://fettle.example/g/7'
  const walk = ['T7', '12', address].reverse().reduce(withScan, freshWalk)
  assert.deepEqual(walk.scans, [address, '12'])
  assert.ok(isScanned(walk, 't7') && isScanned(walk, '#12') && !isScanned(walk, '7'))
  assert.deepEqual(walk.scans.map(scanName), ['T7', '#12'])
  assert.equal(withScan(freshWalk, 'x'.repeat(900)).scans[0]?.length, 200)
  assert.ok(isReceipt(receipt) && !isReceipt('T7'))
})

test('a hand-back is complete when each item is ticked or missing with a reason', () => {
  assert.equal(unticked(3, {}), 3)
  assert.equal(unticked(3, { 0: true, 1: '', 2: '  ' }), 2)
  assert.equal(unticked(3, { 0: true, 1: true, 2: 'lost' }), 0)
  assert.deepEqual(checkedOff([5, 0], { 0: true, 1: true, 2: ' lost ' }), {
    returned: [5],
    missing: [{ accessory: 0, reason: 'lost' }],
  })
})

test('only a device that is not here can be received, and a device of a cancelled ticket is handed back', () => {
  const moves = [{ action: 'receive' }] as const
  assert.equal(mayReceive({ here: false, moves: [...moves] }), true)
  assert.equal(mayReceive({ here: true, moves: [...moves] }), false)
  assert.equal(mayReceive({ here: false, moves: [] }), false)
  const withdrawn = { status: 7, workers: [], moves: [{ action: 'retrieve' as const }] }
  assert.deepEqual(likelyNext({ ...withdrawn, here: true }), { do: 'handBack' })
  assert.equal(likelyNext({ ...withdrawn, here: false }), undefined)
})
