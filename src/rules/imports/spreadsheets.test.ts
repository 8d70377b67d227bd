import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import { statusMeaning } from '#contract/codes.ts'
import type { ImportField } from '#contract/imports/import-fields.ts'
import type { Cell } from '#kit/tables/table.ts'
import { type Spreadsheet, spreadsheets } from '../../../test/support/spreadsheets.ts'
import { wholeTable } from '../../../test/support/tables.ts'
import { readDate } from './dates.ts'
import { headingRow, recognizedFields, recognizedKind } from './headings.ts'
import { barrierIn, namesInCell, outcomeIn, phoneIn, stateIn, yesIn } from './words.ts'

const text = (cell: Cell): string => {
  if (typeof cell === 'object') return 'formula' in cell ? text(cell.value) : cell.date
  return String(cell ?? '')
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The meaning of a cell, in the form of the expected rows. */
function said(field: ImportField, cell: Cell, { kind, wish }: Spreadsheet): string {
  const written = text(cell)
  if (field === 'created' || field === 'finished' || field === 'collected') {
    const date = readDate(cell, wish.dates)
    return date === undefined ? '' : 'flaw' in date ? date.flaw : [date.date, date.time].filter(Boolean).join(' ')
  }
  if (field === 'state') {
    const state = stateIn(written)
    const where = state?.collected === undefined ? '' : state.collected ? ' back' : ' here'
    return state ? `${statusMeaning(state.status).name}${where}` : ''
  }
  if (field === 'outcome') return outcomeIn(written) ?? ''
  if (field === 'barrier') return barrierIn(written) ?? ''
  if (field === 'phone') return phoneIn(written) ?? ''
  if (field === 'admin') return written && (yesIn(written) ? 'yes' : 'no')
  if (field === 'workers' || (kind === 'roster' && days.includes(field))) return namesInCell(written).join()
  return written
}

describe('made-up spreadsheets of clubs', () => {
  for (const sheet of Object.values(spreadsheets))
    test(`a made-up spreadsheet is imported correctly: ${sheet.about}`, async () => {
      const table = await wholeTable(sheet.bytes)
      const { format, encoding, delimiter, sheets } = table
      assert.deepEqual(
        { format, encoding, delimiter, sheets },
        { format: sheet.format, encoding: sheet.encoding, delimiter: sheet.delimiter, sheets: sheet.sheets },
      )
      const texts = table.rows.slice(0, 20).map(({ cells }) => cells.map(text))
      const at = headingRow(texts)
      assert.equal(table.rows[at]?.row, sheet.headings)
      const headings = texts[at] ?? []
      assert.equal(recognizedKind(headings), sheet.kind)
      const fields = recognizedFields(sheet.kind, headings)
      assert.deepEqual(fields, sheet.columns)
      const rows = table.rows.slice(at + 1).map(({ row, cells }) => ({
        row,
        ...Object.fromEntries(
          fields
            .flatMap((field, i) => (field === '' ? [] : [[field, said(field, cells[i], sheet)]]))
            .filter(([, value]) => value !== ''),
        ),
      }))
      assert.deepEqual(rows, sheet.rows)
    })

  test('the made-up workbooks of clubs open in other programs too', () => {
    for (const { format, bytes, sheets, rows, headings } of Object.values(spreadsheets)) {
      if (format !== 'xlsx') continue
      const book = read(bytes)
      assert.deepEqual(book.SheetNames, sheets)
      const found = utils
        .sheet_to_json<unknown[]>(book.Sheets[sheets[0] ?? ''] ?? {}, { header: 1 })
        .filter((cells) => cells.length > 0)
      assert.ok(found.length >= rows.length + headings - 1)
    }
  })
})
