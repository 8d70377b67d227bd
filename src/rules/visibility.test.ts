import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskMail, maskPhone } from './visibility.ts'

test('a masked phone number shows three and four of eleven digits, a shorter one at most two at each end', () => {
  const shown: [string, string][] = [
    ['13800138000', '138****8000'],
    ['+86 138-0013-8000', '138****8000'],
    ['+49 170 1234567', '491****4567'],
    ['010 8555 1234', '010****1234'],
    ['612 345 6789', '61****89'],
    ['6-1-2-3-4-5-6-7-8', '61****78'],
    ['8555 1234', '85****34'],
    ['654 3210', '6****10'],
    ['665544', '****44'],
    ['66112', '****2'],
    ['', ''],
  ]
  assert.deepEqual(
    shown.map(([phone]) => [phone, maskPhone(phone)]),
    shown,
  )
})

test('a masked phone number always hides at least four digits', () => {
  for (let length = 1; length <= 32; length += 1) {
    const left = maskPhone('5'.repeat(length)).replaceAll('*', '').length
    assert.ok(left <= Math.max(0, length - 4), `${length} digits show ${left}`)
    assert.ok(length >= 11 || left <= 4, `${length} digits show ${left}`)
  }
})

test('a masked email address is recognisable to its owner only', () => {
  assert.deepEqual(['lina@example.edu', 'li@example.edu', 'l@example.edu', ''].map(maskMail), [
    'li***@example.edu',
    'l***@example.edu',
    '***@example.edu',
    '',
  ])
})
