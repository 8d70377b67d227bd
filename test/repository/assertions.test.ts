import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// The tests in `runner.test.ts` are texts, which it gives to a runner of its own.
const files = globSync(['src/**/*.test.ts', 'test/**/*.ts'])
  .filter((file) => !/runner\.test\.ts$|miniprogram\/host\//.test(file))
  .toSorted()

/** Functions that fail a test: assertions of Node and of the browser, and shared ones. */
const asserting =
  /\bassert|\bwaitFor\w*\(|\blooksGood\(|\b(?:until|pollUntil)\(|\braceForTickets\(|\bcheck(?:Year|Spring|Autumn)\(|\bcheckReminders\(/

/** The text of every block that begins with such a line, with the first group of `begins` as its name. */
function* blocks(text: string, begins: RegExp): Generator<{ name: string; line: number; body: string }> {
  const lines = text.split('\n')
  const indentOf = (line: string) => line.search(/\S/)
  for (const [at, first] of lines.entries()) {
    const [, name] = begins.exec(first) ?? []
    if (name === undefined) continue
    // The formatter has indented what is inside. Options of a test end with `}, ` and its body follows.
    const inside = (line: string) => line === '' || indentOf(line) > indentOf(first) || /^\s*\}, /.test(line)
    const after = lines.findIndex((line, i) => i > at && !inside(line))
    const end = /[)\]]$/.test(first) ? at + 1 : after < 0 ? lines.length : after
    yield { name, line: at + 1, body: lines.slice(at, end).join('\n') }
  }
}

/** The lines of tests without an assertion, which cannot fail. */
function withoutAssertion(text: string): number[] {
  const helpers = [...blocks(text, /^\s*(?:export )?(?:async )?(?:function|const) (\w+)/)]
  const called = helpers
    .filter(({ body }) => asserting.test(body))
    .map(({ name }) => new RegExp(`\\b${name}(?:\\(|\\b.*\\))`))
  return [...blocks(text, /^\s*test\(([^)]*)/)]
    .filter(({ body }) => !asserting.test(body) && !called.some((helper) => helper.test(body)))
    .map(({ line }) => line)
}

/** The lines of assertions about a promise that is not awaited: the test ends before they fail. */
function notAwaited(text: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => (/^\s*assert\.(?:rejects|doesNotReject)\(/.test(line) ? [at + 1] : []))
}

const found = (look: (text: string) => number[]) =>
  files.flatMap((file) => look(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))

test('every test asserts something', () => {
  const looks = "test('looks', async () => {\n  await page.goto('/')\n})\n"
  assert.deepEqual(withoutAssertion(looks), [1])
  assert.deepEqual(withoutAssertion(looks.replace('page.goto', 'assert.rejects')), [])
  assert.deepEqual(found(withoutAssertion), [])
})

test('every assertion about a promise is awaited', () => {
  assert.deepEqual(notAwaited('await assert.rejects(a)\n  assert.rejects(b)'), [2])
  assert.deepEqual(found(notAwaited), [])
})
