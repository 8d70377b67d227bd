import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, planted, short } from './faults.ts'
import { cache, nearest, type Reach } from './reach.ts'
import { isOfPages, read, root } from './source.ts'
import type { Outcome, Workplace } from './workplace.ts'

export interface Verdict {
  /** A hash of the file with the fault, and of the tests. */
  readonly key: string
  /** The test that noticed the fault, or all that did not. */
  readonly tests: readonly string[]
  /** The test file that noticed it, `check` for types and linter, or nothing. */
  readonly by?: string
  /** The first test that failed, or the first line of the output. */
  readonly seen: string
  /** How many tests reach it but were not tried, because together they take too long. */
  readonly untried: number
}

export interface Plan {
  readonly tests: readonly Reach[]
  readonly untried: number
}

const file = join(cache, 'verdicts.json')

/** The results of earlier runs. They are written after each fault, so that an interrupted run continues. */
export class Verdicts {
  readonly #all = new Map<string, Verdict>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
  )

  /** The verdict on a fault, unless the file or the tests have changed, or there is another test to try. */
  of(fault: Fault, { tests }: Plan): Verdict | undefined {
    const verdict = this.#all.get(fault.id)
    if (!verdict || verdict.key !== keyOf(fault, verdict.tests)) return undefined
    const isDone = verdict.by !== undefined || tests.every(({ test }) => verdict.tests.includes(test))
    return isDone ? verdict : undefined
  }

  keep(fault: Fault, verdict: Verdict): void {
    this.#all.set(fault.id, verdict)
    mkdirSync(cache, { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(this.#all)))
    renameSync(`${file}.new`, file)
  }
}

function keyOf(fault: Fault, tests: readonly string[]): string {
  const isThere = (name: string) => existsSync(join(root, name))
  return short([fault.file, ...tests].map((name) => (isThere(name) ? read(name) : '')).join('\n'))
}

const maxTests = 6
const maxMs = 90_000

/** The nearest tests of a fault that together take at most `maxMs`. */
export function plan(fault: Fault, reaches: readonly Reach[]): Plan {
  const all = nearest(fault, reaches)
  let ms = 0
  const tests = all.slice(0, maxTests).filter((reach, index) => {
    if (index > 0 && ms + reach.ms > maxMs) return false
    ms += reach.ms
    return true
  })
  return { tests, untried: all.length - tests.length }
}

/** Plants a fault in the copy, runs the tests nearest to it until one fails, then types and linter, and removes the fault. */
export async function tryFault(
  fault: Fault,
  { tests, untried }: Plan,
  workplace: Workplace,
  look: (outcome: Outcome) => void = () => {},
): Promise<Verdict> {
  const verdict = (decided: readonly string[], by?: string, seen = ''): Verdict => {
    const found = { key: keyOf(fault, decided), tests: decided, seen, untried }
    return by === undefined ? found : { ...found, by }
  }
  let built = false
  workplace.write(fault.file, planted(fault, read(fault.file)))
  try {
    for (const { test, ms, pages } of tests) {
      if (pages && !built && isOfPages(fault.file)) {
        built = true
        const { end } = await workplace.buildPages()
        if (end !== 'passed') return verdict([], 'check', 'the pages cannot be built')
      }
      const outcome = await workplace.runTest(test, 4 * ms + 20_000, { stop: true })
      look(outcome)
      if (outcome.end === 'failed') return verdict([test], test, outcome.failure)
      if (outcome.end === 'too long') return verdict([test], test, 'it does not end')
    }
    const outcome = await workplace.check(fault.file)
    look(outcome)
    if (outcome.end === 'failed') return verdict([], 'check', outcome.output.trim().split('\n')[0])
    return verdict(tests.map(({ test }) => test))
  } finally {
    workplace.restore(fault.file)
    if (built) workplace.restorePages()
  }
}
