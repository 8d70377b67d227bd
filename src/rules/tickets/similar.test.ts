import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  duplicateReason,
  faultsIn,
  isSameModel,
  modelParts,
  rankBySimilarity,
  type SimilarityQuery,
  similarity,
} from './similar.ts'

const same = (one: string, other: string) => isSameModel(modelParts(one), modelParts(other))

test('a model is recognised in every spelling', () => {
  for (const other of [
    'thinkpad x1 carbon',
    'ThinkPad X1-Carbon',
    'ＴｈｉｎｋＰａｄ Ｘ１ ＣＡＲＢＯＮ',
    'Lenovo ThinkPad X1 Carbon',
    'ThinkPadX1Carbon',
  ])
    assert.ok(same('ThinkPad X1 Carbon', other), other)
  for (const [one, other] of [
    ['美的 MK-HJ1522', 'mkhj1522'],
    ['小米 Redmi Book 14', 'RedmiBook14'],
    ['X280', 'ThinkPad X280'],
  ] as const)
    assert.ok(same(one, other), other)
  for (const [one, other] of [
    ['X280', 'X281'],
    ['X280', 'X280s'],
    ['X280', 'TX280'],
    ['', ''],
    ['未知', '未知'],
    ['280', 'X280'],
    ['Air', 'MacBook Air'],
  ] as const)
    assert.ok(!same(one, other), `${one} and ${other}`)
})

test('the same fault is recognised in other words and in the other language', () => {
  const common = (one: string, other: string) =>
    [...faultsIn(one).intersection(faultsIn(other))].filter((fault) => fault.startsWith('#')).length
  for (const [one, other] of [
    ['昨天起开不了机', 'It does not turn on'],
    ["It won't start", '按开关没反应，谢谢'],
    ['漏水', 'Water drips out of it'],
    ['风扇噪音大', 'It is very loud'],
  ] as const)
    assert.ok(common(one, other) > 0, `${one} / ${other}`)
  for (const [one, other] of [
    ['漏水', '黑屏'],
    ['It is loud', 'It leaks'],
    ['麻烦尽快，谢谢', '谢谢，麻烦尽快'],
  ] as const)
    assert.equal(common(one, other), 0)
  assert.deepEqual(faultsIn('麻烦尽快，谢谢'), new Set())
})

const looked: SimilarityQuery = {
  model: modelParts('Midea MK1522'),
  faults: faultsIn('不加热，底部漏水'),
  isOfKind: ({ device }) => device === 'Kettle',
  isOfBrand: ({ device_model }) => device_model.includes('Midea'),
}
const before = (id: number, more: object = {}) => ({
  id,
  device: 'Kettle',
  device_model: 'Midea MK1522',
  description: '不加热，底部漏水',
  brand: '',
  category: 0,
  remedy: '',
  finished_at: id,
  ...more,
})

test('similar repairs are ranked by model and brand, then by fault, remedy and date', () => {
  const [other, another] = [{ device_model: 'Midea K9' }, { device_model: 'Bosch K9' }]
  const all = [
    before(1, another),
    before(4, other),
    before(6, { description: 'Stripes on the screen' }),
    before(7),
    before(8),
    before(9, { remedy: 'A seal.', finished_at: 1 }),
  ]
  const ranked = (count: number) => rankBySimilarity(looked, all, count).map(({ id }) => id)
  assert.deepEqual(ranked(9), [9, 8, 7, 6, 4, 1])
  assert.deepEqual(ranked(2), [9, 8])
})

test('a repair is similar by its model, or by the same fault in the same kind of device; a brand alone is not', () => {
  const isSimilar = (more: object) => similarity(looked, before(1, more)) !== undefined
  const [brand, bosch] = [{ device_model: 'Midea K9' }, { device_model: 'Bosch K9' }]
  assert.ok(isSimilar({ device: 'Water boiler', description: 'Stripes on the screen' }), 'the same model')
  assert.ok(isSimilar({ ...bosch, description: 'It leaks since Monday' }), 'another brand with the same fault')
  assert.ok(!isSimilar({ ...brand, description: '盖子松了' }), 'the same brand and kind with another fault')
  const laptop = { ...looked, faults: faultsIn('风扇声音很大，玩游戏时会自动关机，想清灰换硅脂。') }
  const isLike = (description: string) => similarity(laptop, before(1, { ...brand, description })) !== undefined
  assert.deepEqual(
    [isLike('开机蓝屏'), isLike('风扇噪音大，自动关机')],
    [false, true],
    'one of three symptoms is not similar, two are',
  )
  assert.ok(!isSimilar({ ...brand, device: 'Radio' }), 'the same brand and fault in another device')
  assert.ok(!isSimilar({ ...bosch, device: 'Radio' }), 'the same fault alone')
})

test('descriptions without a known symptom must have much in common, not two words', () => {
  const handle = { ...looked, faults: faultsIn('The handle shakes when you pour hot water into a cup') }
  const has = (description: string) => similarity(handle, before(1, { device_model: 'K9', description })) !== undefined
  assert.ok(has('Handle shakes, pour water carefully'))
  assert.ok(
    !has('Yesterday water got on the table near the cup, lid missing, paint peeled, cable frayed, base scratched'),
  )
})

test('duplicates have the same person or the same device', () => {
  const filed = { person_id: 1, owner: 'Ann', phone: '13800138000', device: 'Kettle', device_model: 'MK1522' }
  const other = { ...filed, person_id: 2, owner: 'A.', phone: '' }
  assert.equal(duplicateReason(filed, { ...other, person_id: 1 }), 'person')
  assert.equal(duplicateReason(filed, { ...other, phone: '+86 138-0013-8000' }), 'person')
  assert.equal(duplicateReason({ ...filed, phone: '8000' }, { ...other, phone: '8000', device: 'Radio' }), undefined)
  assert.equal(duplicateReason(filed, { ...other, phone: '13911118000' }), 'device')
  assert.equal(duplicateReason(filed, { ...other, owner: ' ann' }), 'device')
  assert.equal(duplicateReason({ ...filed, owner: '' }, { ...other, owner: '' }), undefined)
  assert.equal(duplicateReason(filed, { ...other, owner: 'Ann', device_model: 'MK1523' }), undefined)
  assert.equal(duplicateReason(filed, { ...other, owner: 'Ann', device: 'Radio' }), undefined)
})
