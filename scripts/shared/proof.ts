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
  /** The options with their defaults. An option whose default is a number takes numbers. */
  readonly options?: D
  /** What may be named to run only a part; a word chooses every part that contains it. */
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
      return run(values as Values<D>, chosen) // by the types of its defaults
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

/** Replaces the line that shows how far a proof is. */
export const showProgress = (text: string): void => void process.stdout.write(`\r${text}  `)

/** Says whether a promise held. After one that did not, the command ends with 1. */
export function expect(held: boolean, text: string): void {
  say(`${held ? 'held  ' : 'BROKEN'} ${text}`)
  if (!held) process.exitCode = 1
}

/** What the tests need besides: a PostgreSQL, and models of migrated databases. */
export async function testDatabases(): Promise<AsyncDisposable> {
  await globalSetup()
  return { [Symbol.asyncDispose]: globalTeardown }
}

/** Runs a test file with more work than `npm test` gives it; answers whether it passed. */
export function runTest(file: string, env: Readonly<Record<string, string>>): boolean {
  const args = ['--test', '--test-global-setup=test/support/setup.ts', file]
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...env, ...process.env } }).status === 0
}
