import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#contract/limits.ts'
import { importWords } from '#contract/words/imports-en_US.ts'
import type { RowDoubt } from '#rules/imports/row.ts'
import { Findings } from './findings.ts'

const found = () => new Findings(importWords, { kind: 'tickets', columns: [] }, { keepLeft: true })
const at = (row: number) => ({ row, cells: [] })
const unclear: RowDoubt = { field: 'created', value: '03/04/2026', flaw: 'unclear_date', refused: true }
const unknownMember = (value: string): RowDoubt => ({ field: 'workers', value, flaw: 'unknown_member', refused: false })

test('an import preview lists flaws that reject a row before harmless ones', () => {
  const findings = found()
  for (let row = 2; row < 2 + 2 * limits.importDoubts; row += 1) findings.doubt(at(row), [unknownMember(`Zed ${row}`)])
  findings.refuse(at(999), [unknownMember('Amy'), unclear])
  const doubts = findings.doubts()
  assert.equal(doubts.length, limits.importDoubts + 1)
  assert.deepEqual(doubts[0], { row: 999, ...unclear, others: 0 })
})

test('an import preview lists every kind of flaw at least once, however many flaws of another kind there are', () => {
  const findings = found()
  for (let row = 2; row < 2 + limits.importDoubts; row += 1)
    findings.refuse(at(row), [{ field: 'state', value: `so ${row}`, flaw: 'unknown_state', refused: true }])
  findings.refuse(at(999), [unclear])
  assert.deepEqual(findings.doubts().at(-1), { row: 999, ...unclear, others: 0 })
})

test('an import preview lists equal flaws once, with the number of rows', () => {
  const findings = found()
  for (let row = 2; row < 212; row += 1) findings.doubt(at(row), [unknownMember('Zed')])
  assert.deepEqual(findings.doubts(), [{ row: 2, ...unknownMember('Zed'), others: 209 }])
})
