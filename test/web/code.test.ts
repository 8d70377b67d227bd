import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardCodeIn, codeFrom } from '#client/code.ts'
import { words } from '#contract/words/index.ts'

const code = 'mail_x7k2-9qrd-4m0t-h8wz'
const understood = 'mail_x7k29qrd4m0th8wz'

test('an email login code is read however it is typed', () => {
  for (const typed of [
    code,
    ` ${code}\n`,
    'MAIL_X7K2-9QRD-4M0T-H8WZ',
    'mail_x7k29qrd4m0th8wz',
    'mail_ x7k2 9qrd 4m0t h8wz',
    'x7k2-9qrd-4m0t-h8wz',
    'X7K29QRD4M0TH8WZ',
    'ｍａｉｌ＿ｘ７ｋ２-9qrd-4m0t-h8wz',
  ])
    assert.equal(codeFrom(typed, 'mail'), understood, typed)
})

test('a login code is found in the pasted text of its email, in both languages', () => {
  for (const { mail } of Object.values(words)) {
    for (const [sent, found] of [
      [code, understood],
      ['012345', 'mail_012345'],
    ] as const) {
      const text = mail.text(sent, 10, 'Team 2026')
      assert.equal(codeFrom(text, 'mail'), found)
      // A field of one line loses the line breaks of what is pasted.
      assert.equal(codeFrom(text.replaceAll('\n', ''), 'mail'), found)
    }
  }
})

test('six digits are read as an email login code however they are typed, and fewer are sent and refused', () => {
  for (const typed of ['012345', ' 012 345 ', '012-345', 'mail_012345', 'MAIL_ 012345', '０１２３４５'])
    assert.equal(codeFrom(typed, 'mail'), 'mail_012345', typed)
  assert.equal(codeFrom('01234', 'mail'), 'mail_01234')
  assert.equal(codeFrom('012345', 'inv'), '012345')
  assert.equal(codeFrom('', 'mail'), '')
})

test('a text that is not one of our codes stays as it was typed', () => {
  for (const typed of ['', 'ST-1856339-aA5Yuvrxzpv8Tau1cYQ7', 'inv_short', 'https://school.example/?code=1'])
    assert.equal(codeFrom(typed, 'inv'), typed)
})

test('a board code is read however it is typed or scanned, and no other text is taken for one', () => {
  for (const typed of [
    'K7Q02XP1',
    ' k7q0 2xp1 ',
    'k7q0-2xp1',
    'K7QO 2XPI',
    'k7qo2xpl',
    'Ｋ７Ｑ０２ＸＰ１',
    '#K7Q02XP1',
    'https://repair.example.edu/in#K7Q02XP1',
  ])
    assert.equal(boardCodeIn(typed), 'K7Q02XP1', typed)
  for (const typed of ['', 'K7Q02XP', 'K7Q02XP11', 'K7Q02XPU', 'K7Q02XP!', 'hello there'])
    assert.equal(boardCodeIn(typed), undefined, typed)
})
