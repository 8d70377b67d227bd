import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { tempDir } from '../support/databases.ts'
import { launcher } from '../support/program.ts'
import { sampleValue } from '../support/prometheus.ts'
import { until } from '../support/until.ts'

const logging = join(import.meta.dirname, '../support/programs/logging.ts')
/** More lines than wait in memory. */
const many = 60_000

function folder(t: TestContext): string {
  const dir = tempDir()
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/**
 * A file of the largest size that files may have: every write to it fails at once, as on a full disk, until it is
 * truncated.
 */
function fullFile(t: TestContext): { file: string; fd: number } {
  const file = join(folder(t), 'full.log')
  const fd = openSync(file, 'a')
  t.after(() => closeSync(fd))
  truncateSync(file, 20 * 1024 * 1024)
  return { file, fd }
}
const limited = ['sh', '-c', 'ulimit -f 20480; exec "$@"', 'sh']

function launch(t: TestContext, command: readonly string[], stdio: StdioOptions, env = {}): ChildProcess {
  const [file = '', ...args] = command
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(file, args, { stdio, cwd: folder(t), env: { PATH, NODE_COMPILE_CACHE, ...env } })
  t.after(() => child.kill('SIGKILL'))
  return child
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

interface Line {
  readonly n?: number
  readonly lost?: number
  readonly msg: string
}
const linesOf = (log: string) =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/**
 * Lines are missing in one place, where the log says how many; all others are there, in order. `all` lines were dropped
 * before lines were written again.
 */
function assertToldWhereLinesAreMissing(log: string, dropped: number, all: number): void {
  const lines = linesOf(log)
  const at = lines.findIndex(({ lost }) => lost !== undefined)
  const numbers = lines.flatMap(({ n }) => n ?? [])
  const kept = numbers.filter((n) => n < many).length
  assert.ok(dropped > many / 4 && kept > many / 10, `${kept} kept`)
  assert.equal(kept + dropped, many)
  assert.deepEqual(numbers.slice(0, kept), [...Array(kept).keys()])
  assert.deepEqual(
    numbers.slice(kept),
    [...Array(10).keys()].map((n) => many + n),
  )
  assert.equal(lines[at]?.lost, all)
  assert.equal(lines[at - 1]?.n, kept - 1)
  assert.equal(lines.filter(({ lost }) => lost !== undefined).length, 1)
}

test('a log that cannot be written loses only lines, uses bounded memory, and reports later how many lines were lost', async (t) => {
  for (const place of ['a full file', 'a pipe without a reader']) {
    const { file, fd } = fullFile(t)
    const stderr = place === 'a full file' ? fd : 'pipe'
    const program = [...limited, process.execPath, logging, String(many)]
    const child = launch(t, program, ['pipe', 'pipe', stderr])
    assert.ok(child.stdout && child.stdin)
    const said = createInterface(child.stdout)[Symbol.asyncIterator]()
    const dropped = Number((await said.next()).value)
    if (stderr === fd) truncateSync(file)
    const read = child.stderr ? text(child.stderr) : undefined
    child.stdin.write('\n')
    assert.equal(await ended(child), 0, place)
    const all = Number((await said.next()).value)
    assertToldWhereLinesAreMissing((await read) ?? readFileSync(file, 'utf8'), dropped, all)
  }
  const full = openSync('/dev/full', 'w')
  const child = launch(t, [process.execPath, logging, '1000'], ['pipe', 'ignore', full])
  child.stdin?.write('\n')
  assert.equal(await ended(child), 0, 'the end does not wait for a failed write')
  closeSync(full)
})

test('a log that can be written has every line, including the last ones before a crash', async (t) => {
  for (const place of ['file', 'pipe']) {
    const file = join(folder(t), 'all.log')
    const stderr = place === 'file' ? openSync(file, 'a') : 'pipe'
    const child = launch(t, [process.execPath, logging, '1000', 'crash'], ['pipe', 'pipe', stderr])
    const read = child.stderr ? text(child.stderr) : undefined
    child.stdin?.write('\n')
    assert.equal(await ended(child), 1)
    const log = (await read) ?? readFileSync(file, 'utf8')
    const lines = log.split('\n').filter((line) => line.startsWith('{'))
    assert.deepEqual(
      lines.flatMap((line) => (JSON.parse(line) as Line).n ?? []),
      [...Array(1010).keys(), -1],
      place,
    )
    if (typeof stderr === 'number') closeSync(stderr)
  }
})

test('a command whose output cannot be written reports it, and one whose reader has gone does not', async (t) => {
  const full = openSync('/dev/full', 'w')
  const command = [process.execPath, '--', launcher, 'config']
  const unwritten = launch(t, command, ['ignore', full, 'pipe'])
  const left = launch(t, command, ['ignore', 'pipe', 'pipe'])
  left.stdout?.destroy()
  assert.ok(unwritten.stderr && left.stderr)
  assert.equal(await text(unwritten.stderr), 'Standard output cannot be written (ENOSPC).\n')
  assert.equal(await text(left.stderr), '')
  assert.deepEqual([await ended(unwritten), await ended(left)], [1, 0])
  closeSync(full)
})

test('the service answers and stops while its log is on a full disk or its output has no reader', async (t) => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number } // listening on TCP
  probe.close()
  await once(probe, 'close')
  const url = `http://127.0.0.1:${port}`
  const { fd: full } = fullFile(t)
  const pipe = stalledPipe(t)
  for (const [place, output] of [
    ['a full file', full],
    ['a pipe without a reader', pipe],
  ] as const) {
    const program = [...limited, process.execPath, '--', launcher, 'start']
    const child = launch(t, program, ['ignore', output, output], { PORT: String(port) })
    const answer = (path: string) => fetch(url + path).catch(() => undefined)
    await until(async () => (await answer('/healthz'))?.status === 200)
    for (let i = 0; i < 20; i += 1) assert.equal((await answer('/codes'))?.status, 200, place)
    const metrics = (await (await answer('/metrics'))?.text()) ?? ''
    assert.equal(sampleValue(metrics, 'fettle_log_lines_dropped_total'), 0, place)
    child.kill('SIGTERM')
    assert.equal(await ended(child), 0, place)
  }
})

/** The writing end of a pipe that is full. */
function stalledPipe(t: TestContext): number {
  const file = join(folder(t), 'pipe')
  execFileSync('mkfifo', [file])
  const filling = openSync(file, constants.O_RDWR | constants.O_NONBLOCK)
  const end = openSync(file, constants.O_WRONLY)
  t.after(() => {
    closeSync(filling)
    closeSync(end)
  })
  try {
    for (;;) writeSync(filling, Buffer.alloc(4096))
  } catch {
    return end // it takes no more
  }
}
