import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRecord } from './csv-writer.ts'

test('CSV output quotes every text and no number, and ends lines as the standard says', () => {
  assert.equal(
    csvRecord([1, 'fan', 'a, b', 'say "hi"', 'two\nlines', '']),
    '1,"fan","a, b","say ""hi""","two\nlines",""\r\n',
  )
})

const runs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

test('CSV output turns a cell that a spreadsheet would run as a formula into text', () => {
  for (const begins of runs) assert.equal(csvRecord([`${begins}1`]), `"'${begins}1"\r\n`)
  assert.equal(csvRecord(['\t=1', '\r=1', '\n=1']), `"\t'=1","\r'=1","\n'=1"\r\n`)
  assert.equal(csvRecord(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`)
  assert.equal(csvRecord([-1, 'a=1, b-2; c@d']), '-1,"a=1, b-2; c@d"\r\n')
})

test('CSV output runs no formula in a spreadsheet that splits at other delimiters or ignores quotes', () => {
  for (const between of [',', ';', '\t', '|', '\r\n', '\n', '\r', '; ', ';"', ';""', '\t"" ', '\u00a0;\u3000']) {
    for (const begins of runs) {
      const record = csvRecord([7, `kettle${between}${begins}cmd|' /C calc'!A0`, `${between}${begins}1`])
      for (const separator of [',', ';', '\t', '|'])
        for (const cell of record.split(/\r\n|\n|\r/).flatMap((line) => line.split(separator)))
          assert.doesNotMatch(cell, /^["\s]*[=+\-@＝＋－＠]/, JSON.stringify([between, begins, separator]))
    }
  }
})
