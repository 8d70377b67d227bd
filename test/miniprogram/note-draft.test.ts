import assert from 'node:assert/strict'
import { before, test } from 'node:test'

/** The interface of `miniprogram/lib/note-draft.ts`, whose types need WeChat's. */
interface Writing {
  keep(id: number, to: { readonly text: string }): void
  keyOf(id: number, contents: string): string
  clear(): void
}
let ownerComment: Writing

before(async () => {
  const storage = new Map<string, unknown>()
  Object.assign(globalThis, {
    wx: {
      getStorageSync: (key: string) => storage.get(key) ?? '',
      setStorageSync: (key: string, value: unknown) => void storage.set(key, value),
      removeStorageSync: (key: string) => void storage.delete(key),
    },
  })
  const file = new URL('../../miniprogram/lib/note-draft.ts', import.meta.url)
  ownerComment = ((await import(file.href)) as { ownerComment: Writing }).ownerComment
})

const contents = (text: string, ...pic: readonly string[]) => JSON.stringify([text, pic])

test('a text is sent again with the same key until it has arrived, and the same words later with a new one', () => {
  const key = ownerComment.keyOf(1, contents('It smells'))
  assert.equal(ownerComment.keyOf(1, contents('It smells')), key)
  ownerComment.keep(1, { text: 'It smells' })
  assert.equal(ownerComment.keyOf(1, contents('It smells')), key, 'typing the same again changes nothing')
  ownerComment.clear()
  assert.notEqual(ownerComment.keyOf(1, contents('It smells')), key)
})

test('a changed photo, text or ticket uses a new key', () => {
  ownerComment.clear()
  const keys = [
    ownerComment.keyOf(1, contents('It smells')),
    ownerComment.keyOf(1, contents('It smells', 'one')),
    ownerComment.keyOf(1, contents('It smells', 'two')),
    ownerComment.keyOf(1, contents('It hums', 'two')),
    ownerComment.keyOf(2, contents('It hums', 'two')),
  ]
  assert.equal(new Set(keys).size, keys.length)
})
