import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempDir } from '../support/databases.ts'
import { fileText, root } from '../support/repository-files.ts'

/**
 * Runs one test file with this content as `npm test` does. With `further` flags it runs without databases, which take
 * long to start.
 */
function runOf(content: string, further?: string[]): { status: number | null; out: string } {
  const dir = tempDir()
  try {
    const file = join(dir, 'one.test.ts')
    writeFileSync(file, `import { describe, test } from 'node:test'\n${content}\n`)
    // Inside a run of its own, the runner would report to the outer one and not by its exit code.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const flags = /node --test (--.*?) "/.exec(fileText('package.json').replaceAll('\\"', '"'))?.[1]?.split(' ') ?? []
    const chosen = further ? [...flags.filter((flag) => !flag.startsWith('--test-global-setup')), ...further] : flags
    const { status, stdout } = spawnSync(process.execPath, ['--test', ...chosen, file], {
      cwd: root,
      env: { ...env, TEST_END_MS: '50' },
    })
    return { status, out: stdout.toString() }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('a test run exits with 1 if a test failed, else with 0, and lists skipped tests last', () => {
  const wrong = runOf(`
    test('no', () => { throw new Error('on purpose') })
    describe('two', { skip: 'no browser' }, () => {})
    test('one', { skip: 'no browser' }, () => {})
    test('other', { skip: true }, () => {})`)
  assert.equal(wrong.status, 1)
  assert.match(wrong.out, /on purpose/)
  assert.match(wrong.out, /\n!! SKIPPED: 3 .+\n!! {3}2: no browser\n!! {3}1: no reason is given\n$/)
  const right = runOf("test('yes', () => {})")
  assert.equal(right.status, 0)
  assert.match(right.out, /\nNo test was skipped\.\n$/)
})

test('a test that waits forever fails, and open handles do not keep the run alive', () => {
  const { status, out } = runOf("test('waits', () => new Promise(() => setInterval(() => {}, 1000)))", [
    '--test-timeout=100',
  ])
  assert.equal(status, 1)
  assert.match(out, /test timed out after 100ms/)
  assert.match(out, /still open after the last test: .*Timeout/)
  assert.match(fileText('package.json'), /--test-timeout=\d+ /)
})

test('an unhandled error fails the run, and is reported with its stack', () => {
  const { status, out } = runOf(
    `const aWhile = () => new Promise((done) => setTimeout(done, 20))
    test('throws', () => aWhile(setTimeout(() => { throw new Error('thrown') }, 1)))
    test('rejects', () => aWhile(Promise.reject(new Error('rejected'))))`,
    [],
  )
  assert.equal(status, 1, out)
  for (const what of ['thrown', 'rejected'])
    assert.match(out, new RegExp(`unhandled: Error: ${what}\\s+at .*one\\.test\\.ts:\\d`))
})

test('a test file whose process is killed fails the run, and the report names the signal', () => {
  const { status, out } = runOf("test('dies', () => process.kill(process.pid, 'SIGKILL'))", [])
  assert.equal(status, 1, out)
  assert.match(out, /The process of .*one\.test\.ts ended with SIGKILL\./)
})

/** The commands that `.ci/run` calls on a machine like this, in order. */
function called(machine: { arch: string; user: number; has?: readonly string[]; broken?: boolean }): string[] {
  const dir = tempDir()
  try {
    const log = join(dir, 'called')
    writeFileSync(log, '')
    const program = (name: string, body: string) => {
      writeFileSync(join(dir, name), `#!${join(dir, 'bash')}\n${body}\n`)
      chmodSync(join(dir, name), 0o755)
    }
    for (const name of ['bash', 'dirname'])
      symlinkSync(execFileSync('which', [name]).toString().trim(), join(dir, name))
    program('uname', `[ "$1" = -m ] && echo ${machine.arch} || echo Linux`)
    program('id', `echo ${machine.user}`)
    for (const name of ['npm', 'apt-get', ...(machine.has ?? [])])
      program(name, `echo "${name} $*" >> ${log}${name === 'apt-get' && machine.broken ? '; exit 1' : ''}`)
    const { status } = spawnSync(join(dir, 'bash'), [join(root, '.ci/run')], { env: { PATH: dir } })
    assert.equal(status, 0)
    return readFileSync(log, 'utf8').trim().split('\n')
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('.ci/run installs Chromium where it is missing, and then runs the test command', () => {
  const tests = ['npm ci', 'npm test']
  const install = ['apt-get update', 'apt-get install -y --no-install-recommends chromium']
  assert.deepEqual(called({ arch: 'aarch64', user: 0 }), [...install, ...tests])
  assert.deepEqual(called({ arch: 'aarch64', user: 0, has: ['chromium'] }), tests)
  assert.deepEqual(called({ arch: 'aarch64', user: 0, has: ['google-chrome'] }), tests)
  assert.deepEqual(called({ arch: 'x86_64', user: 0 }), tests)
  assert.deepEqual(called({ arch: 'aarch64', user: 1000 }), tests)
  // Without a package source the other tests run anyway.
  assert.deepEqual(called({ arch: 'aarch64', user: 0, broken: true }), ['apt-get update', ...tests])
})
