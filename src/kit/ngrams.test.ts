import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneDigits, queryNgrams, textNgrams } from './ngrams.ts'

test('a Chinese mobile number is the same with and without its country code, and no other number loses a digit', () => {
  for (const phone of ['13912345678', '+86 139-1234-5678', '8613912345678', '0086 13912345678'])
    assert.equal(phoneDigits(phone), '13912345678', phone)
  for (const [phone, digits] of [
    ['8621 5555 1234', '862155551234'],
    ['0086 21 5555 1234', '00862155551234'],
    ['86 139 1234 567', '861391234567'],
    ['86 139 1234 56789', '86139123456789'],
    ['+49 30 123456', '4930123456'],
  ] as const)
    assert.equal(phoneDigits(phone), digits, phone)
})

test('the n-grams of a text include those of every word in it', () => {
  const text = '联想 ThinkPad X1 坏了 型号20260001 é\u{1F527}!'
  const grams = textNgrams(text)
  for (const word of [
    '联想',
    '想',
    'thinkpad',
    'INKP',
    'x1',
    '坏了',
    '型号2026',
    '0260',
    '20260001',
    'é',
    '\u{1F527}!',
  ])
    for (const gram of queryNgrams(word)) assert.ok(grams.has(gram), `${word}: ${gram}`)
  assert.deepEqual([...queryNgrams('2026')], ['2026'])
  assert.deepEqual([...queryNgrams('pad')], ['pad'])
  assert.deepEqual([...queryNgrams('键盘')], ['键盘'])
  assert.ok(![...grams].some((gram) => /\s/.test(gram)), 'no gram goes from one word into the next')
})
