import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('pages use only the queries in queries.ts, which live news can refresh', () => {
  // That each of those has a subject, and each subject a place in the table of news, the compiler sees.
  const own = globSync('web/**/*.{ts,tsx}', { exclude: ['web/dist/**'] }).filter((file) =>
    /\b(queryKey|queryFn):/.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(own, ['web/data/queries.ts'])
})
