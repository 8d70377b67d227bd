import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('npm run prove lists every long check, and both operating pages describe each', async () => {
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, [join(root, 'scripts/prove.ts')], (_error, text) => resolve(text))
  })
  const listed = [...out.matchAll(/^ {2}(\S+) /gm)].map(([, name = '']) => name)
  const modules = globSync('scripts/prove/*.ts', { cwd: root }).map((file) => basename(file, '.ts'))
  assert.deepEqual(listed.toSorted(), modules.toSorted())
  const pages = ['docs/operating.md', 'docs/operating.zh-CN.md'].map((file) => readFileSync(join(root, file), 'utf8'))
  for (const name of listed) {
    for (const page of pages) assert.match(page, new RegExp(`^\\| \`${name}\` \\|`, 'm'))
    const { proof } = await import(`../../scripts/prove/${name}.ts`)
    assert.equal(typeof proof.run, 'function', name)
  }
})
