import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** The first word of what each page asks for, by which it is asked for again. */
const asked = new Set(
  globSync('web/**/*.{ts,tsx}', { exclude: ['web/dist/**'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:queryKey: |<Paged\s[^>]*?name=\{)\['(\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  ),
)
const [, table = ''] = /const touched[^{]*= \{\n(.*?)\n\}/s.exec(readFileSync('web/data/live.ts', 'utf8')) ?? []
const heardOf = new Set([...table.replace(/^ *\w+:/gm, '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name))

test('everything a page shows of others is asked for again when it has changed', () => {
  assert.ok(heardOf.has('tickets') && asked.has('tickets'))
  // The log follows everything; codes never change; the rest is one's own doing, in this very tab.
  const alone = ['codes', 'log', 'pair', 'paired', 'sessions']
  assert.deepEqual([...asked].filter((name) => !heardOf.has(name)).sort(), alone)
  assert.deepEqual(
    [...heardOf].filter((name) => !asked.has(name)),
    [],
  )
})
