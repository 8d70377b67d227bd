import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { drawn } from '../../scripts/drawn.ts'

const root = join(import.meta.dirname, '../..')

for (const [file, draw] of Object.entries(drawn)) {
  test(`${file} is up to date (npm run draw)`, () => {
    assert.equal(readFileSync(join(root, file), 'utf8'), draw())
  })
}
