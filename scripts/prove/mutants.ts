import { defineProof, say } from '../shared/proof.ts'
import { choose, countBy, describeFault, type Fault, faultsIn } from './mutants/faults.ts'
import { knownReach, markPages, measure, type Reach, testFiles } from './mutants/reach.ts'
import { sourceFiles } from './mutants/source.ts'
import { survivors } from './mutants/survivors.ts'
import { plan, tryFault, type Verdict, Verdicts } from './mutants/trial.ts'
import { Workplace } from './mutants/workplace.ts'

const atLeastPercent = 90

/**
 * Plants faults in the program, one at a time, and runs the tests nearest to each. It exits with 0 only if enough faults are
 * noticed and mutants/survivors.ts gives a reason for each of the others.
 */
export const proof = defineProof({
  options: { count: 320, seed: 1, only: '', list: false, again: '' },
  async run({ count, seed, only, list, again }) {
    if (again) return tryAgain(again)
    const files = sourceFiles().filter((file) => file.startsWith(only))
    const chosen = choose(count, seed, files)
    if (list) for (const fault of chosen) say(`${fault.id} ${describeFault(fault)}`)
    else await plantAll(chosen)
  },
})

async function plantAll(faults: readonly Fault[]): Promise<void> {
  const verdicts = new Verdicts()
  const reaches = testFiles().flatMap((test) => knownReach(test) ?? [])
  const unknown = testFiles().filter((test) => !reaches.some((reach) => reach.test === test))
  const planOf = (fault: Fault) => plan(fault, reaches)
  const isOpen = (fault: Fault) => verdicts.of(fault, planOf(fault)) === undefined
  if (unknown.length > 0 || faults.some(isOpen)) {
    await using first = await Workplace.make()
    await using second = await Workplace.make()
    const workplaces = [first, second]
    reaches.push(...(await measureAll(unknown, workplaces)))
    const sound = await first.check('src/contract/index.ts')
    if (sound.end !== 'passed')
      throw new Error(`types or linter complain before any fault is planted:\n${sound.output}`)
    // The quickest ones first.
    const firstMs = (fault: Fault) => planOf(fault).tests[0]?.ms ?? 0
    const todo = faults.filter(isOpen).sort((a, b) => firstMs(a) - firstMs(b))
    let done = 0
    say(`${faults.length} faults, ${todo.length} of them to be tried`)
    await sideBySide(todo, workplaces, async (fault, workplace) => {
      const verdict = await tryFault(fault, planOf(fault), workplace)
      verdicts.keep(fault, verdict)
      done += 1
      say(`${done}/${todo.length} ${wordOf(verdict)} ${fault.id} ${describeFault(fault)} [${how(verdict)}]`)
    })
  }
  const results = faults.map((fault) => ({ fault, verdict: verdicts.of(fault, planOf(fault)) }))
  if (!report(results)) process.exitCode = 1
}

/** Measures which places test files reach. */
async function measureAll(tests: readonly string[], workplaces: readonly Workplace[]): Promise<Reach[]> {
  if (tests.length === 0) return []
  say(`measuring which code ${tests.length} test files reach`)
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

const wordOf = ({ by }: Verdict) => (by === undefined ? 'SURVIVES' : 'noticed')

function how({ by, seen, untried, tests }: Verdict): string {
  if (by !== undefined) return `${by}: ${seen}`
  return `${tests.join(', ') || 'no test reaches it'}${untried > 0 ? `, and ${untried} more were not tried` : ''}`
}

/** Prints the results; returns whether they suffice. */
function report(results: readonly { readonly fault: Fault; readonly verdict: Verdict | undefined }[]): boolean {
  const left = results.filter(({ verdict }) => verdict?.by === undefined)
  const unnamed = left.filter(({ fault }) => !Object.hasOwn(survivors, fault.name))
  for (const { fault, verdict } of left) {
    const tried = verdict ? how(verdict) : 'nothing'
    say(
      `survives: ${fault.id} ${describeFault(fault)}\n  ${survivors[fault.name] ?? `no reason is given. Tried: ${tried}`}`,
    )
  }
  for (const { fault, verdict } of results)
    if (Object.hasOwn(survivors, fault.name) && verdict?.by !== undefined) say(`named, but noticed: ${fault.name}`)
  for (const [kind, count] of [...countBy(left.map(({ fault }) => fault.kind))].sort((a, b) => b[1] - a[1]))
    say(`  ${count} × ${kind}`)
  const noticed = results.length - left.length
  const byCheck = results.filter(({ verdict }) => verdict?.by === 'check').length
  const hung = results.filter(({ verdict }) => verdict?.seen === 'it does not end').length
  const share = (100 * noticed) / results.length
  say(
    `${noticed} of ${results.length} noticed (${share.toFixed(1)} %), ${byCheck} by types or linter alone, ${hung} because a test did not end`,
  )
  say(`${left.length} survive, ${unnamed.length} of them without a reason`)
  return share >= atLeastPercent && unnamed.length === 0
}

/** Tries one fault, and prints all output of the tests. */
async function tryAgain(id: string): Promise<void> {
  const fault = sourceFiles()
    .flatMap((file) => faultsIn(file))
    .find((each) => each.id === id)
  if (!fault) throw new Error('there is no such fault; --list shows them')
  say(`${describeFault(fault)}\n`)
  const reaches = testFiles().flatMap((test) => knownReach(test, true) ?? [])
  await using workplace = await Workplace.make()
  const verdict = await tryFault(fault, plan(fault, reaches), workplace, ({ output }) => say(output))
  say(`${wordOf(verdict)} [${how(verdict)}]`)
  if (verdict.by === undefined) process.exitCode = 1
}
