import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TemplateFieldKind, templateFieldKinds } from '#contract/messages/templates.ts'
import fc from '../../../test/support/fast-check.ts'
import { templateValue } from './template-values.ts'

const at = '2026-11-16 09:05'

const cases: readonly [kind: TemplateFieldKind, text: string, value: string][] = [
  ['thing', 'Kettle', 'Kettle'],
  ['thing', 'line one\nand   another', 'line one and another'],
  ['thing', '一二三四五六七八九十一二三四五六七八九十', '一二三四五六七八九十一二三四五六七八九十'],
  ['thing', '一二三四五六七八九十一二三四五六七八九十一', '一二三四五六七八九十一二三四五六七八九…'],
  ['thing', 'a very long name for a kettle', 'a very long name fo…'],
  ['thing', '🔧🔧🔧🔧🔧🔧🔧🔧🔧🔧🔧', '🔧🔧🔧🔧🔧🔧🔧🔧🔧…'],
  ['thing', ' ', '-'],
  ['name', '电器维修服务队电器维修服务队', '电器维修服务队电器维'],
  ['name', 'The Repair Team of 2026', 'The Repair Team of'],
  ['name', '2026', '-'],
  ['phrase', '已修好', '已修好'],
  ['phrase', '已经修好可以取走', '已经修好可'],
  ['phrase', 'Repaired', '新消息'],
  ['character_string', 'No. 12 水壶', 'No. 12'],
  ['character_string', '水壶', '-'],
  ['number', 'No. 12', '12'],
  ['number', '', '0'],
  ['letter', 'AB-12', 'AB'],
  ['letter', '12', 'N'],
  ['symbol', '12 !?', '!?'],
  ['symbol', 'a', '-'],
  ['time', '2026-12-01 19:00', '2026年12月1日 19:00'],
  ['time', '', '2026年11月16日 09:05'],
  ['date', '2026-12-01 19:00', '2026年12月1日'],
  ['date', 'tomorrow', '2026年11月16日'],
]

for (const [kind, text, value] of cases)
  test(`a field of kind ${kind} shows ${JSON.stringify(text)} as ${value}`, () => {
    assert.equal(templateValue(kind, text, at), value)
  })

test('no template field is ever empty, too long or cut inside a character', () => {
  const most = {
    thing: 20,
    name: 20,
    phrase: 5,
    character_string: 32,
    number: 32,
    letter: 32,
    symbol: 5,
    time: 17,
    date: 11,
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...templateFieldKinds),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      (kind, text) => {
        const value = templateValue(kind, text, at)
        return value !== '' && value.length <= most[kind] && value.isWellFormed() && !/\p{Cc}/u.test(value)
      },
    ),
  )
})
