import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#service/shared/ports.ts'
import { chatText, defuseMentions } from './chat-text.ts'

const bytes = (text: string) => Buffer.byteLength(text)
function message(...texts: string[]): Message {
  return { id: '', at: 0, lang: 'en_US', team: '', kind: 'test', subject: '', texts, link: '', each: [], fields: {} }
}

test('chat messages keep our links, and text of people becomes no link and mentions no one', () => {
  assert.equal(
    chatText(message('a evil.example\nhttps://r.example/t/1', 'b\nhttps://r.example/t/2'), 100, bytes),
    ['a evil.\u200bexample', 'https://r.example/t/1', 'b', 'https://r.example/t/2'].join('\n'),
  )
})

test('chat text without links and mentions stays unchanged', () => {
  for (const text of ['No. 3, i7 2.6 GHz', '09:00–12:00', 'a > b', 'e.g., this', '[1] (2)']) {
    const changed = text === 'e.g., this' ? 'e.\u200bg., this' : text
    assert.equal(defuseMentions(text), changed)
  }
})

test('a message that is too long loses words before links, and links before numbers', () => {
  const things = Array.from({ length: 20 }, (_, i) => `New ticket: No. ${i}, ${'电'.repeat(128)}`)
  const numbers = (text: string) => text.match(/No\. \d+/g)?.length
  const linked = chatText(message(...things.map((thing, i) => `${thing}\nhttps://r.example/t/${i}`)), 2048, bytes)
  assert.deepEqual([numbers(linked), linked.match(/https/g)?.length, bytes(linked) <= 2048], [20, 20, true])
  const far = `https://${'r'.repeat(100)}.example/t/1`
  const bare = chatText(message(...things.map((thing) => `${thing}\n${far}`)), 2048, bytes)
  assert.deepEqual([numbers(bare), bare.match(/https/g)?.length, bytes(bare) <= 2048], [20, undefined, true])
  assert.ok(bytes(chatText(message(...things), 100, bytes)) <= 100)
})
