import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRecord } from './csv.ts'

test('cells are quoted only where they must be, and lines end as the standard says', () => {
  assert.equal(
    csvRecord([1, 'fan', 'a, b', 'say "hi"', 'two\nlines', '']),
    '1,fan,"a, b","say ""hi""","two\nlines",\r\n',
  )
})

test('what a spreadsheet would run is text', () => {
  for (const begins of ['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    assert.equal(csvRecord([`${begins}1`]), `'${begins}1\r\n`)
  assert.equal(csvRecord(['\t=1', '\r=1', '\n=1']), `'\t=1,"'\r=1","'\n=1"\r\n`)
  assert.equal(csvRecord(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`)
  assert.equal(csvRecord([-1, ' =1']), '-1, =1\r\n')
})
