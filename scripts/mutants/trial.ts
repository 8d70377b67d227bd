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
  /** Whether the types were checked with it; they are when no test has noticed it. */
  readonly types: boolean
  /** What noticed it: a test file, `types`, or nothing. */
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
  /** Whether the types are checked at last. */
  readonly types: boolean
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
      return verdict.by === 'types' || still.some(([test]) => test === verdict.by) ? verdict : undefined
    return { ...verdict, tried: Object.fromEntries(still) }
  }

  /** The test that noticed a fault last, whatever was written anew since. */
  noticedBy({ id }: Fault): string | undefined {
    return this.#all.get(id)?.by
  }

  /** Whether there is still something to try. */
  isOpen(fault: Fault, { tests, types }: Plan): boolean {
    const verdict = this.of(fault)
    if (!verdict) return true
    return verdict.by === undefined && (tests.some(({ test }) => !verdict.tried[test]) || (types && !verdict.types))
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
  readonly types: boolean
}

/** The tests to try a fault with, the one that noticed it before first. */
export function plan(
  fault: Fault,
  reaches: readonly Reach[],
  { tests, seconds, types }: Bounds,
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
  return { tests: chosen, untried: all.length - chosen.length, types }
}

/** Whose types a file is part of. The pages take from the floors that know neither a database nor a network. */
function projectOf(file: string): 'service' | 'pages' | 'both' {
  if (file.startsWith('web/')) return 'pages'
  return /^src\/(kit|contract|rules)\//.test(file) ? 'both' : 'service'
}

/** Plants a fault in the copy, runs the tests nearest to it until one fails, at last the check of types, and takes it out again. */
export async function tryFault(
  fault: Fault,
  { tests, untried, types }: Plan,
  workplace: Workplace,
  earlier: Verdict | undefined,
  look: (outcome: Outcome) => void = () => {},
): Promise<Verdict> {
  const tried: Record<string, string> = { ...earlier?.tried }
  const inPages = fault.file.startsWith('web/')
  let typed = earlier?.types ?? false
  const verdict = (by?: string, seen = ''): Verdict => ({
    version: short(read(fault.file)),
    tried,
    types: typed,
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
        if (outcome.end !== 'passed') return verdict('types', 'the pages cannot be built')
      }
      const outcome = await workplace.runTest(test, 4 * ms + 20_000, { stop: true })
      look(outcome)
      tried[test] = version
      if (outcome.end === 'failed') return verdict(test, outcome.failure)
      if (outcome.end === 'too long') return verdict(test, 'it does not end')
    }
    if (!types || typed) return verdict()
    typed = true
    const outcome = await workplace.checkTypes(projectOf(fault.file))
    look(outcome)
    return outcome.end === 'failed' ? verdict('types', outcome.output.split('\n')[0]) : verdict()
  } finally {
    workplace.restore(fault.file)
    if (built) workplace.restorePages()
  }
}
