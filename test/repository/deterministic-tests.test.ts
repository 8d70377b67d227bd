import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/repository-files.ts'

const files = globSync(['src/**/*.test.ts', 'test/**/*.ts'], { cwd: root }).filter(
  (name) => !name.includes('deterministic-tests.'),
)

/** The files that contain this. */
const having = (what: RegExp) => files.filter((name) => what.test(readFileSync(join(root, name), 'utf8'))).toSorted()

test('random tests have fixed seeds', () => {
  assert.ok(files.length > 250)
  assert.deepEqual(having(/from 'fast-check'/), ['test/support/fast-check.ts'])
  assert.deepEqual(having(/\bMath\.random\(|\brandomInt\b/), [])
})

test('no test has a time limit of its own', () => {
  // openid-client gives up after half a minute; the test shows that the service gives up earlier.
  assert.deepEqual(having(/^\s*(test|describe)\(.*\{ timeout: |^\s*timeout: \d/m), ['test/api/sso.test.ts'])
})
