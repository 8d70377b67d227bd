import { defineProof, say } from '../shared/proof.ts'
import { choose, countBy, type Fault, faultsIn, told } from './mutants/faults.ts'
import { knownReach, markPages, measure, type Reach, testFiles } from './mutants/reach.ts'
import { sourceFiles } from './mutants/source.ts'
import { survivors } from './mutants/survivors.ts'
import { type Plan, plan, tryFault, type Verdict, Verdicts } from './mutants/trial.ts'
import { Workplace } from './mutants/workplace.ts'

interface Options {
  readonly count: number
  readonly seed: number
  readonly only: string
  readonly measure: boolean
  readonly stale: boolean
  readonly tests: number
  readonly seconds: number
  readonly check: boolean
  readonly share: number
}

/**
 * Plants faults in the program, one at a time, and runs the tests nearest to each. It says which ones no test notices, and
 * ends with 0 only if enough are noticed and each of the others is named, with a reason, in mutants/survivors.ts.
 */
export const proof = defineProof({
  options: {
    count: 320,
    seed: 1,
    only: '',
    list: false,
    again: '',
    measure: false,
    stale: false,
    tests: 6,
    seconds: 90,
    check: true,
    share: 90,
  },
  async run({ list, again, ...options }) {
    if (again) return tryAgain(again, options)
    const files = sourceFiles().filter((file) => file.startsWith(options.only))
    const chosen = choose(options.count, String(options.seed), files)
    if (list) for (const fault of chosen) say(`${fault.id} ${told(fault)}`)
    else await plantAll(chosen, options)
  },
})

async function plantAll(faults: readonly Fault[], options: Options): Promise<void> {
  const verdicts = new Verdicts()
  const known = testFiles().map((test) => ({
    test,
    reach: options.measure ? undefined : knownReach(test, options.stale),
  }))
  const unknown = known.flatMap(({ test, reach }) => (reach ? [] : [test]))
  const reaches = known.flatMap(({ reach }) => reach ?? [])
  const planOf = (fault: Fault) => plan(fault, reaches, options, verdicts.noticedBy(fault))
  const isOpen = (fault: Fault) => verdicts.isOpen(fault, planOf(fault))
  if (unknown.length > 0 || faults.some(isOpen)) {
    // One after the other: making one goes through the environment.
    await using first = await Workplace.make()
    await using second = await Workplace.make()
    const workplaces = [first, second]
    reaches.push(...(await measureAll(unknown, workplaces)))
    // What is soon done first.
    const todo = faults.filter(isOpen).sort((a, b) => firstMs(planOf(a)) - firstMs(planOf(b)))
    const sound = options.check ? await first.check('src/contract/index.ts') : undefined
    if (sound && sound.end !== 'passed') throw new Error(`there is something wrong without any fault:\n${sound.output}`)
    let done = 0
    say(`${faults.length} faults, ${todo.length} of them to be tried`)
    await sideBySide(todo, workplaces, async (fault, workplace) => {
      const verdict = await tryFault(fault, planOf(fault), workplace, verdicts.of(fault))
      verdicts.keep(fault, verdict)
      done += 1
      const word = verdict.by === undefined ? 'SURVIVES' : 'noticed'
      say(`${done}/${todo.length} ${word} ${fault.id} ${told(fault)} [${how(verdict)}]`)
    })
  }
  const results = faults.map((fault) => ({ fault, verdict: verdicts.of(fault) }))
  if (!report(results, options.share)) process.exitCode = 1
}

function firstMs({ tests: [first] }: Plan): number {
  return first?.ms ?? 0
}

/** What test files come to. */
async function measureAll(tests: readonly string[], workplaces: readonly Workplace[]): Promise<Reach[]> {
  if (tests.length === 0) return []
  say(`measuring what ${tests.length} test files come to`)
  for (const workplace of workplaces) await markPages(workplace)
  const measured: Reach[] = []
  await sideBySide(tests, workplaces, async (test, workplace) => {
    const reach = await measure(test, workplace)
    measured.push(reach)
    const warning = reach.passed ? '' : ': it fails without any fault'
    say(`${measured.length}/${tests.length} ${test}: ${reach.places.size} places in ${reach.ms} ms${warning}`)
  })
  for (const workplace of workplaces) workplace.restorePages()
  return measured
}

async function sideBySide<T>(
  things: readonly T[],
  workplaces: readonly Workplace[],
  act: (thing: T, workplace: Workplace) => Promise<void>,
): Promise<void> {
  const rest = things.values()
  await Promise.all(
    workplaces.map(async (workplace) => {
      for (const thing of rest) await act(thing, workplace)
    }),
  )
}

function how({ by, seen, untried, tried }: Verdict): string {
  if (by !== undefined) return `${by}: ${seen}`
  return `${Object.keys(tried).join(', ') || 'no test comes here'}${untried > 0 ? `, and ${untried} more were not tried` : ''}`
}

function report(results: readonly { fault: Fault; verdict: Verdict | undefined }[], atLeast: number): boolean {
  const left = results.filter(({ verdict }) => verdict?.by === undefined)
  const unnamed = left.filter(({ fault }) => !Object.hasOwn(survivors, fault.id))
  for (const { fault, verdict } of left)
    say(
      `survives: ${fault.id} ${told(fault)}\n  ${survivors[fault.id]?.reason ?? `no reason is given. Tried: ${verdict ? how(verdict) : 'nothing'}`}`,
    )
  const all = new Set(sourceFiles().flatMap((file) => faultsIn(file).map(({ id }) => id)))
  for (const [id, { fault }] of Object.entries(survivors)) {
    if (!all.has(id)) say(`named, but nowhere to be planted any more: ${id} ${fault}`)
    if (results.some((result) => result.fault.id === id && result.verdict?.by !== undefined))
      say(`named, but noticed: ${id} ${fault}`)
  }
  const noticed = results.length - left.length
  const byCheck = results.filter(({ verdict }) => verdict?.by === 'check').length
  const hung = results.filter(({ verdict }) => verdict?.seen === 'it does not end').length
  const share = (100 * noticed) / results.length
  for (const [kind, count] of [...countBy(left.map(({ fault }) => fault.kind))].sort((a, b) => b[1] - a[1]))
    say(`  ${count} × ${kind}`)
  say(
    `${noticed} of ${results.length} noticed (${share.toFixed(1)} %), ${byCheck} by types or linter alone, ${hung} because a test did not end`,
  )
  say(`${left.length} survive, ${unnamed.length} of them without a reason`)
  return share >= atLeast && unnamed.length === 0
}

/** Tries one fault, and shows all that the tests say. */
async function tryAgain(id: string, options: Options): Promise<void> {
  const fault = sourceFiles()
    .flatMap((file) => faultsIn(file))
    .find((each) => each.id === id)
  if (!fault) throw new Error('there is no such fault; --list shows them')
  say(`${told(fault)}\n`)
  const reaches = testFiles().flatMap((test) => knownReach(test, true) ?? [])
  await using workplace = await Workplace.make()
  const tests = plan(fault, reaches, options)
  const verdict = await tryFault(fault, tests, workplace, undefined, ({ output }) => say(output))
  say(`${verdict.by === undefined ? 'SURVIVES' : 'noticed'} [${how(verdict)}]`)
  if (verdict.by === undefined) process.exitCode = 1
}
