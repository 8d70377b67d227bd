import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Environment } from '#config/config.ts'

export const launcher = join(import.meta.dirname, '../../bin/fettle.js')

export interface Program {
  readonly env?: Environment
  readonly cwd: string
  /** Flags for Node itself. */
  readonly node?: readonly string[]
}

/** Node arguments that run this JavaScript first, for fault injection. */
export const preloadedCode = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`]

export interface ProgramResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a `fettle` command in its own process with only the given environment. */
function launch(args: readonly string[], { env = {}, cwd, node = [] }: Program): ChildProcess {
  return spawn(process.execPath, [...node, '--', launcher, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command to its end. After the time limit it is killed and has no exit code. */
export async function runProgram(args: readonly string[], program: Program, limitMs = 60_000): Promise<ProgramResult> {
  const child = launch(args, program)
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const ended = await ending(child)
  clearTimeout(limit)
  return ended
}

async function ending(child: ChildProcess): Promise<ProgramResult> {
  if (!child.stdout || !child.stderr) throw new Error('its output is piped') // as launch asks for
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

export interface RunningService extends AsyncDisposable {
  readonly url: string
  /** Its standard output so far. */
  said(): string
  /** Waits for this on standard error. */
  logged(pattern: RegExp): Promise<void>
  tell(signal: NodeJS.Signals): void
  /** Resolves at its end. */
  readonly ended: Promise<ProgramResult>
}

/** Starts the service and waits until it reports its address. */
export async function startService(program: Program, args: readonly string[] = []): Promise<RunningService> {
  const child = launch(['start', ...args], { ...program, env: { PORT: '0', ...program.env } })
  const ended = ending(child)
  const out = gathered(child.stdout)
  const err = gathered(child.stderr)
  await Promise.race([out.until(/http:\S+\/reference/), ended])
  const url = /Fettle is at (\S+)/.exec(out.sofar())?.[1]
  if (!url) throw new Error(`it did not start: ${(await ended).err}`)
  return {
    url,
    said: out.sofar,
    logged: err.until,
    tell: (signal) => void child.kill(signal),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function gathered(stream: Readable | null) {
  let all = ''
  stream?.on('data', (part) => {
    all += part
  })
  return {
    sofar: () => all,
    async until(pattern: RegExp) {
      while (!pattern.test(all)) await once(stream ?? process, 'data')
    },
  }
}
