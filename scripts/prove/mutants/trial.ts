import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, planted, short } from './faults.ts'
import { kept, nearest, type Reach } from './reach.ts'
import { read } from './source.ts'
import type { Outcome, Workplace } from './workplace.ts'

/** What came of a fault. */
export interface Verdict {
  /** Of the file it was planted in. */
  readonly version: string
  /** The tests that ran with it, and which version of each. */
  readonly tried: Readonly<Record<string, string>>
  /** Whether types and linter were asked; they are when no test has noticed it. */
  readonly checked: boolean
  /** What noticed it: a test file, `check`, or nothing. */
  readonly by: string | undefined
  /** The test that failed first, or what else was seen. */
  readonly seen: string
  /** How many tests come to it but were not tried: they take too long together. */
  readonly untried: number
}

export interface Bounds {
  /** At most so many test files for a fault. */
  readonly tests: number
  /** And no further one after so much time in earlier ones. */
  readonly seconds: number
  /** Whether types and linter are asked at last. */
  readonly check: boolean
}

const file = join(kept, 'verdicts.json')

/** What earlier runs found; written again after each fault, so that a run that was stopped goes on where it was. */
export class Verdicts {
  readonly #all: Map<string, Verdict>

  constructor() {
    this.#all = new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [])
  }

  /** What is known of a fault, as far as nothing it depends on was written anew. */
  of(fault: Fault): Verdict | undefined {
    const verdict = this.#all.get(fault.id)
    if (!verdict || verdict.version !== short(read(fault.file))) return undefined
    const still = Object.entries(verdict.tried).filter(([test, version]) => isStill(test, version))
    if (verdict.by !== undefined)
      return verdict.by === 'check' || still.some(([test]) => test === verdict.by) ? verdict : undefined
    return { ...verdict, tried: Object.fromEntries(still) }
  }

  /** The test that noticed a fault last, whatever was written anew since. */
  noticedBy({ id }: Fault): string | undefined {
    return this.#all.get(id)?.by
  }

  /** Whether there is still something to try. */
  isOpen(fault: Fault, { tests, check }: Plan): boolean {
    const verdict = this.of(fault)
    if (!verdict) return true
    return verdict.by === undefined && (tests.some(({ test }) => !verdict.tried[test]) || (check && !verdict.checked))
  }

  keep(fault: Fault, verdict: Verdict): void {
    this.#all.set(fault.id, verdict)
    mkdirSync(kept, { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(this.#all)))
    renameSync(`${file}.new`, file)
  }
}

function isStill(test: string, version: string): boolean {
  try {
    return short(read(test)) === version
  } catch {
    return false
  }
}

export interface Plan {
  readonly tests: readonly Reach[]
  /** How many more tests come to the fault. */
  readonly untried: number
  readonly check: boolean
}

/** The tests to try a fault with, the one that noticed it before first. */
export function plan(
  fault: Fault,
  reaches: readonly Reach[],
  { tests, seconds, check }: Bounds,
  before?: string,
): Plan {
  const all = nearest(fault, reaches)
  const known = all.findIndex(({ test }) => test === before)
  if (known > 0) all.unshift(...all.splice(known, 1))
  let ms = 0
  const chosen = all.slice(0, tests).filter((reach, index) => {
    if (index > 0 && ms + reach.ms > seconds * 1000) return false
    ms += reach.ms
    return true
  })
  return { tests: chosen, untried: all.length - chosen.length, check }
}

/** Plants a fault in the copy, runs the tests nearest to it until one fails, at last types and linter, and takes it out again. */
export async function tryFault(
  fault: Fault,
  { tests, untried, check }: Plan,
  workplace: Workplace,
  earlier: Verdict | undefined,
  look: (outcome: Outcome) => void = () => {},
): Promise<Verdict> {
  const tried: Record<string, string> = { ...earlier?.tried }
  const inPages = /^(?:client|web)\//.test(fault.file)
  let checked = earlier?.checked ?? false
  const verdict = (by?: string, seen = ''): Verdict => ({
    version: short(read(fault.file)),
    tried,
    checked,
    by,
    seen,
    untried,
  })
  workplace.write(fault.file, planted(fault, read(fault.file)))
  let built = false
  try {
    for (const { test, version, ms, pages } of tests) {
      if (tried[test] === version) continue
      if (inPages && pages && !built) {
        built = true
        const outcome = await workplace.buildPages()
        if (outcome.end !== 'passed') return verdict('check', 'the pages cannot be built')
      }
      const outcome = await workplace.runTest(test, 4 * ms + 20_000, { stop: true })
      look(outcome)
      tried[test] = version
      if (outcome.end === 'failed') return verdict(test, outcome.failure)
      if (outcome.end === 'too long') return verdict(test, 'it does not end')
    }
    if (!check || checked) return verdict()
    checked = true
    const outcome = await workplace.check(fault.file)
    look(outcome)
    return outcome.end === 'failed' ? verdict('check', outcome.output.trim().split('\n')[0]) : verdict()
  } finally {
    workplace.restore(fault.file)
    if (built) workplace.restorePages()
  }
}
