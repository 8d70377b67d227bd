import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFault, faultsIn, faultsOf, planted } from '../../scripts/prove/mutants/faults.ts'
import { markBranches } from '../../scripts/prove/mutants/source.ts'
import { survivors } from '../../scripts/prove/mutants/survivors.ts'

const source = `import { log } from './log.ts'
type Span = { from: number }
export async function open(at: number, { from, until }: Span) {
  log.warn('at ' + at)
  await store.write({ at, open: true })
  if (at < from) return undefined
  return list.filter((one) => one.at >= until + 1).some(Boolean)
}
`

test('mutants are planted in decisions, not in types, imports or log lines', () => {
  const faults = faultsOf('a.ts', source).map(
    (fault) => `${fault.line} ${describeFault(fault).split(': ').slice(1).join(': ')}`,
  )
  assert.deepEqual(faults, [
    '5 await left out: await store.write({ at, open: true })',
    '5 statement left out: await store.write({ at, open: true })',
    '5 field left out: at,',
    '5 field left out: open: true',
    '5 true for false: true → false',
    '6 condition never holds: at < from → false',
    '6 condition always holds: at < from → true',
    '6 less for less or equal: < → <=',
    '7 other method: some → every',
    '7 call left out: .filter((one) => one.at >= until + 1)',
    '7 less for less or equal: >= → >',
    '7 wrong sign: + → -',
    '7 number one more: 1 → 2',
  ])
})

test('a mutant keeps its id when other code changes', () => {
  const before = new Set(faultsOf('a.ts', source).map(({ id }) => id))
  const after = `const more = 7 + 1\n${source.replace('at: number, {', 'at: number,\n  {')}`
  const kept = faultsOf('a.ts', after).filter(({ id }) => before.has(id))
  assert.equal(kept.length, before.size)
  const one = kept.find(({ kind }) => kind === 'less for less or equal')
  assert.ok(one && planted(one, after) === after.replace('at < from', 'at <= from'))
})

test('each mutant accepted as a survivor has a reason and can still be planted', () => {
  for (const [name, reason] of Object.entries(survivors)) {
    assert.ok(reason.length > 10, name)
    const [file = ''] = name.split(' ')
    assert.ok(
      faultsIn(file).some((fault) => fault.name === name),
      name,
    )
  }
})

test('instrumented files report which branches and functions are reached', () => {
  const marked = markBranches('web/a.ts', 'const { a = () => {} } = b\nif (a) c()\nelse d ? e : f\n')
  assert.equal(
    marked.replaceAll(/globalThis\.reached\?\.\("web\/a\.ts@(\d+)"\)/g, '<$1>'),
    'const { a = () => {<18>;} } = b\nif (a) {<34>;c()}\nelse {<43>;d ? (<47>,e) : (<51>,f)}\n\n;<0>\n',
  )
})
