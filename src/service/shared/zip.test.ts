import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import { type XlsxCell, xlsxFiles } from '#kit/xlsx.ts'
import { zipped } from './zip.ts'

const day = (date: string, minutes = 0) => Date.parse(`${date}T00:00:00Z`) / 60_000 + minutes

async function opened(rows: readonly (readonly XlsxCell[])[]) {
  const book = read(await zipped(xlsxFiles('Hours & <more>', rows)), { cellDates: true, cellNF: true, UTC: true })
  const [name = ''] = book.SheetNames
  const sheet = book.Sheets[name]
  assert.ok(sheet)
  return { name, sheet, rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1, UTC: true }) }
}

test('an exported workbook has real numbers and dates', async () => {
  const { name, sheet, rows } = await opened([
    ['Name', 'Day', 'Came', 'Left', 'Hours', 'No.'],
    [
      '李雷',
      { value: day('2026-10-25'), format: 'date' },
      { value: day('2026-10-25', 9 * 60 + 31), format: 'time' },
      { value: day('2026-10-26', 89), format: 'moment' },
      { value: 80 / 60, format: 'hours' },
      { value: 1, format: 'whole' },
    ],
  ])
  assert.equal(name, 'Hours & <more>')
  assert.deepEqual(rows[0], ['Name', 'Day', 'Came', 'Left', 'Hours', 'No.'])
  const cells = ['A2', 'B2', 'C2', 'D2', 'E2', 'F2'].map(
    (at) => sheet[at] as { t: string; v: unknown; z: string; w: string },
  )
  assert.deepEqual(
    cells.map(({ t, w }) => [t, w]),
    [
      ['s', '李雷'],
      ['d', '2026-10-25'],
      ['d', '09:31'],
      ['d', '2026-10-26 01:29'],
      ['n', '1.33'],
      ['n', '1'],
    ],
  )
  const seconds = (cell = cells[0]) => (cell?.v instanceof Date ? Math.round(cell.v.getTime() / 1000) : undefined)
  assert.equal(seconds(cells[1]), Date.parse('2026-10-25T00:00:00Z') / 1000)
  assert.equal(seconds(cells[3]), Date.parse('2026-10-26T01:29:00Z') / 1000)
  assert.equal(cells[4]?.v, 80 / 60)
})

test('an exported workbook keeps text unchanged, without characters that XML does not allow', async () => {
  const texts = ['=1+1', '0012', ' a  b ', '<&">\'', '_x0041_', 'two\nlines', '𠮷😀', '1E5']
  const { rows } = await opened([['Text'], ...texts.map((text) => [text]), ['\u0000a\u0008\uD800b\uFFFF']])
  assert.deepEqual(
    rows.slice(1).map(([text]) => text),
    [...texts, 'a\uFFFDb'],
  )
})

test('tables of one row, of forty columns and of no rows are valid workbooks', async () => {
  const many = Array.from({ length: 40 }, (_, i) => `c${i}`)
  assert.deepEqual((await opened([many])).rows, [many])
  assert.deepEqual((await opened([many, many.map(() => '')])).rows[0], many)
  assert.deepEqual((await opened([[]])).rows, [[]])
})

test('every file of a workbook is well-formed XML with its content type', () => {
  const files = xlsxFiles('Hours', [['=a<b&"c"'], [{ value: 0.5, format: 'hours' }]])
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const typed = decoder.decode(files.get('[Content_Types].xml'))
  const linked = [...files]
    .filter(([name]) => name.endsWith('.rels'))
    .map(([, file]) => decoder.decode(file))
    .join('')
  for (const [name, file] of files) {
    assert.equal(flawOf(decoder.decode(file)), '', name)
    if (name.endsWith('.rels') || name === '[Content_Types].xml') continue
    const kind = name.replace(/^.*\//, '').replace(/\d*\.xml$/, '')
    const type = { workbook: 'sheet.main', sheet: 'worksheet', styles: 'styles', sharedStrings: 'sharedStrings' }[kind]
    assert.match(typed, new RegExp(`PartName="/${name}" ContentType="[^"]*\\.${type}\\+xml"`))
    assert.match(linked, new RegExp(`Target="${name.replace(/^xl\/(?!workbook)/, '')}"`), name)
  }
})

/** The error in an XML file that a stack of tags can find, or nothing. */
function flawOf(xml: string): string {
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n/, '')
    .replace(/<(\/?)([A-Za-z:]+)((?: [A-Za-z:]+="[^"<&]*")*)(\/?)>/g, (_, ends, name, _attributes, empty) => {
      if (ends && open.pop() !== name) open.push(`not ${name}`)
      if (!ends && !empty) open.push(name)
      return ''
    })
    .replace(/&(?:amp|lt|gt|quot);/g, '')
  return [...open, ...(rest.match(/[<&]/g) ?? [])].join(' ')
}
