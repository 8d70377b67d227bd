import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../../test/support/setup.ts'

/** A long check that `npm run prove` starts by its name. */
export interface Proof {
  run(args: readonly string[]): Promise<void>
}

type Defaults = Readonly<Record<string, number | boolean | string>>
type Values<D extends Defaults> = {
  readonly [K in keyof D]: D[K] extends number ? number : D[K] extends boolean ? boolean : string
}

interface Definition<D extends Defaults> {
  /** The options with their defaults, which also give their types. */
  readonly options?: D
  /** The parts that can run alone. A word on the command line chooses every part whose name contains it. */
  readonly parts?: readonly string[]
  run(options: Values<D>, chosen: readonly string[]): Promise<void>
}

export function defineProof<D extends Defaults = Record<never, never>>({
  options,
  parts = [],
  run,
}: Definition<D>): Proof {
  return {
    run: (args) => {
      const { values, words } = parse(args, options ?? {})
      for (const word of words)
        if (!parts.some((part) => part.includes(word)))
          throw new Error(`there is no part "${word}"; there are: ${parts.join(', ') || 'none'}`)
      const chosen = parts.filter((part) => words.length === 0 || words.some((word) => part.includes(word)))
      return run(values as Values<D>, chosen) // the values have the types of their defaults
    },
  }
}

function parse(args: readonly string[], defaults: Defaults): { values: Defaults; words: readonly string[] } {
  const options = Object.entries(defaults).map(
    ([name, value]) => [name, { type: typeof value === 'boolean' ? 'boolean' : 'string' }] as const,
  )
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: Object.fromEntries(options),
  })
  const given = Object.entries(values).map(([name, value]) => {
    if (typeof defaults[name] !== 'number') return [name, value]
    if (Number.isNaN(Number(value))) throw new Error(`--${name} takes a number`)
    return [name, Number(value)]
  })
  return { values: { ...defaults, ...Object.fromEntries(given) }, words: positionals }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Overwrites the progress line. */
export const showProgress = (text: string): void => void process.stdout.write(`\r${text}  `)

/** Prints whether a promise held. If it did not, the command exits with 1. */
export function expect(held: boolean, text: string): void {
  say(`${held ? 'held  ' : 'BROKEN'} ${text}`)
  if (!held) process.exitCode = 1
}

/** The global set-up of the tests: a PostgreSQL, and migrated databases to copy. */
export async function testDatabases(): Promise<AsyncDisposable> {
  await globalSetup()
  return { [Symbol.asyncDispose]: globalTeardown }
}

/** Runs a test file with more work than in `npm test`; returns whether it passed. */
export function runTest(file: string, env: Readonly<Record<string, string>>): boolean {
  const args = ['--test', '--test-global-setup=test/support/setup.ts', file]
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...env, ...process.env } }).status === 0
}
