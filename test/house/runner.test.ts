import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempDir } from '../support/databases.ts'
import { root } from '../support/papers.ts'

/** Runs one test file of this content the way `npm test` does; answers the exit code. */
function runOf(content: string): number | null {
  const dir = tempDir()
  try {
    const file = join(dir, 'one.test.ts')
    writeFileSync(file, `import { test } from 'node:test'\n${content}\n`)
    // Inside a run of its own, the runner would report to the outer one and not by its exit code.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const setup = join(root, 'test/support/setup.ts')
    return spawnSync(process.execPath, ['--test', `--test-global-setup=${setup}`, file], { cwd: root, env }).status
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('a run with a failed test ends with 1, one without ends with 0', () => {
  assert.equal(runOf("test('no', () => { throw new Error('on purpose') })"), 1)
  assert.equal(runOf("test('yes', () => {})"), 0)
})
