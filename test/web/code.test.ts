import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '#contract/words/index.ts'
import { codeFrom } from '#web/lib/code.ts'

const code = 'mail_x7k2-9qrd-4m0t-h8wz'
const understood = 'mail_x7k29qrd4m0th8wz'

test('a code is found however it is typed', () => {
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

test('a code is found in the whole mail, in both languages', () => {
  for (const { mail } of Object.values(words)) {
    const text = mail.text(code, 10, 'Team 2026')
    assert.equal(codeFrom(text, 'mail'), understood)
    // A field of one line loses the line breaks of what is pasted.
    assert.equal(codeFrom(text.replaceAll('\n', ''), 'mail'), understood)
  }
})

test('what is no code of ours is left as it was written', () => {
  for (const typed of ['', 'ST-1856339-aA5Yuvrxzpv8Tau1cYQ7', 'inv_short', 'https://school.example/?code=1'])
    assert.equal(codeFrom(typed, 'inv'), typed)
})
