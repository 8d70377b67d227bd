import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textIn } from '#contract/languages.ts'
import { isZoneMeant, zoneLabel, zonesWith } from '#web/components/zones.ts'
import { reachOf } from '#web/lib/reach.ts'
import { firstSheet } from '#web/pages/set-up/first-roster.ts'

test('a time zone is found by its cities in both languages, and by its name', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const found = (typed: string) => zones.filter((zone) => isZoneMeant(zone, typed))
  for (const typed of ['Beijing', '北京', 'beijing ', 'Shanghai', '上海', 'Asia/Shanghai', 'Xi’an', "xi'an"])
    assert.ok(found(typed).includes('Asia/Shanghai'), typed)
  for (const typed of ['New York', 'new_york', '纽约', 'Boston'])
    assert.deepEqual(found(typed), ['America/New_York'], typed)
  assert.deepEqual(found('Sao Paulo'), ['America/Sao_Paulo'])
  assert.deepEqual(found('Nowhere'), [])
  assert.equal(zoneLabel('Asia/Shanghai', 'zh_CN'), '北京 · Asia/Shanghai')
  assert.equal(zoneLabel('America/Port_of_Spain', 'zh_CN'), 'Port of Spain · America/Port_of_Spain')
  assert.equal(zoneLabel('UTC', 'en_US'), 'UTC')
  // By the old name or the new one, it is there once.
  const twoNames = ['Asia/Calcutta', 'Asia/Kolkata'] as const
  for (const [chosen, other] of [twoNames, twoNames.toReversed()])
    assert.deepEqual(zonesWith(chosen ?? '', [other ?? '', 'UTC']), [chosen, 'UTC'])
  assert.equal(zoneLabel('Asia/Calcutta', 'zh_CN'), '新德里 · Asia/Calcutta')
})

test('the host of an address decides whether only this machine, the local network or everyone can open it', () => {
  const reach = (...hosts: string[]) => hosts.map((host) => reachOf(`http://${host}:8080/join#inv_1`))
  assert.deepEqual(
    [...new Set(reach('localhost', '127.0.0.1', '127.1.2.3', '[::1]', '0.0.0.0', 'a.localhost'))],
    ['machine'],
  )
  const private_ = ['10.1.2.3', '192.168.1.5', '172.16.0.1', '172.31.9.9', '[fd00::1]', '[fe80::1]', 'nas.local', 'nas']
  assert.deepEqual([...new Set(reach(...private_))], ['network'])
  const open = ['repair.example.edu', '172.32.0.1', '8.8.8.8', '[2001:db8::1]', '10.example.org']
  assert.deepEqual([...new Set(reach(...open))], ['everybody'])
})

test('a first roster has each general shift on each day, and weekday exceptions on their own days', () => {
  const timetable = [
    { shift: 1, from: '09:00', until: '11:00' },
    { shift: 2, from: '14:00', until: '16:00' },
    { shift: 2, from: '10:00', until: '12:00', weekday: 6 },
    { shift: 3, from: '18:00', until: '20:00', weekday: 1 },
  ]
  const slots = firstSheet(timetable, [1, 2], 'Ann').map(({ weekday, shift }) => `${weekday}/${shift}`)
  assert.deepEqual(slots, ['1/1', '1/2', '1/3', '2/1', '2/2', '6/2'])
  assert.deepEqual(firstSheet(timetable, [3])[0], { weekday: 1, shift: 3, workers: [], leader: '' })
})

test('a text that was written in one language only is shown in the other too', () => {
  const both = { zh_CN: '三号楼', en_US: 'Building 3' }
  assert.deepEqual([textIn(both, 'zh_CN'), textIn(both, 'en_US')], ['三号楼', 'Building 3'])
  assert.equal(textIn({ zh_CN: '', en_US: 'Building 3' }, 'zh_CN'), 'Building 3')
  assert.equal(textIn({ zh_CN: '', en_US: '' }, 'zh_CN'), '')
})
