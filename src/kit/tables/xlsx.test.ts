import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { utils, write } from '@e965/xlsx'
import { cellsOf, tableFault, wholeTable } from '../../../test/support/tables.ts'
import { type ZipFile, zipOf } from '../../../test/support/zip.ts'
import { dateOfSerial, isDateFormat } from './serial-date.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

interface Parts {
  readonly sheet?: string
  readonly texts?: string
  readonly styles?: string
  readonly properties?: string
  readonly sheets?: string
  /** In place of a part, by its name; nothing leaves it out. */
  readonly other?: Readonly<Record<string, string | undefined>>
}

/** The parts of a small workbook. */
function partsOf({ sheet = '', texts = '', styles = '', properties = '', sheets, other = {} }: Parts): ZipFile[] {
  const all: Record<string, string | undefined> = {
    '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${sheets ?? '<sheet name="2026" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="/xl/styles.xml"/><Relationship Id="rId4" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId5" Type="${office}/chartsheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    ...other,
  }
  return Object.entries(all).flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }]))
}
const bookOf = (parts: Parts) => zipOf(partsOf(parts))

/** One row of cells. */
const row = (cells: string) => `<row r="1">${cells}</row>`

describe('XLSX workbooks', () => {
  test('an XLSX workbook may have shared, inline and formatted texts', async () => {
    const texts =
      '<si><t>一</t></si><si><r><rPr><b/></rPr><t>粗</t></r><r><t xml:space="preserve"> 细</t></r></si><si><t>东京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si><si><t>a_x000D_\nb_x005F_x0041_ &amp; &lt;c&gt; &#128512;</t></si><si><t/></si><si/>'
    const cells = [0, 1, 2, 3, 4, 5].map((i) => `<c t="s"><v>${i}</v></c>`).join('')
    const more =
      '<c t="inlineStr"><is><t>内</t></is></c><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c t="str"><f>A1</f><v>结果</v></c><c t="inlineStr"><is><t><![CDATA[<x>]]></t></is></c>'
    assert.deepEqual(await cellsOf(bookOf({ texts, sheet: row(cells + more) })), [
      [
        '一',
        '粗 细',
        '东京',
        'a\nb_x0041_ & <c> 😀',
        undefined,
        undefined,
        '内',
        'ab',
        { formula: true, value: '结果' },
        '<x>',
      ],
    ])
  })

  test('an XLSX workbook may have numbers, booleans, errors, and formulas with their results', async () => {
    const sheet = row(
      '<c><v>1.5</v></c><c t="n"><v>13800138000</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c><v>1E3</v></c><c><f>1+2</f><v>3</v></c><c><f>B1</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f t="shared" si="0"/><v>7</v></c><c t="d"><v>2026-03-01T00:00:00</v></c><c t="d"><v>2026-03-01T09:30:00</v></c><c><v>x</v></c><c t="z"><v>1</v></c><c><v>9</v></c>',
    )
    const none = { formula: true, value: undefined }
    assert.deepEqual(await cellsOf(bookOf({ sheet })), [
      [
        1.5,
        13_800_138_000,
        true,
        false,
        undefined,
        1000,
        { formula: true, value: 3 },
        none,
        none,
        { formula: true, value: 7 },
        { date: '2026-03-01' },
        { date: '2026-03-01T09:30' },
        undefined,
        undefined,
        9,
      ],
    ])
  })

  const styles = `<numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="177" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="176"/><xf numFmtId="177"/><xf numFmtId="31"/><xf numFmtId="20"/></cellXfs>`
  const dates = row(
    '<c s="0"><v>46082</v></c><c s="1"><v>46082</v></c><c s="2"><v>46082.6458333333</v></c><c s="3"><v>46082</v></c><c s="4"><v>46082</v></c><c s="5"><v>46082</v></c><c s="6"><v>0.5</v></c><c s="1"><v>60</v></c><c s="1"><v>1</v></c><c s="1"><v>-1</v></c><c s="99"><v>5</v></c>',
  )

  test('a number of an XLSX workbook is a date if its number format shows dates', async () => {
    assert.deepEqual(await cellsOf(bookOf({ styles, sheet: dates })), [
      [
        46082,
        { date: '2026-03-01' },
        { date: '2026-03-01T15:30' },
        { date: '2026-03-01' },
        46082,
        { date: '2026-03-01' },
        { date: 'T12:00' },
        { date: '1900-02-28' },
        { date: '1900-01-01' },
        -1,
        5,
      ],
    ])
  })

  test('an XLSX workbook may count its dates from 1904', async () => {
    for (const said of ['1', 'true'])
      assert.deepEqual(
        (
          await cellsOf(
            bookOf({
              styles,
              properties: `<workbookPr date1904="${said}"/>`,
              sheet: row('<c s="1"><v>44620</v></c><c s="1"><v>0</v></c><c s="6"><v>0.5</v></c>'),
            }),
          )
        )[0],
        [{ date: '2026-03-01' }, { date: '1904-01-01' }, { date: 'T12:00' }],
      )
    assert.deepEqual(
      (
        await cellsOf(
          bookOf({ styles, properties: '<workbookPr date1904="false"/>', sheet: row('<c s="1"><v>46082</v></c>') }),
        )
      )[0],
      [{ date: '2026-03-01' }],
    )
  })

  test('an XLSX workbook may leave out the positions of rows and cells', async () => {
    const sheet =
      '<row><c><v>1</v></c><c r="D1"><v>4</v></c><c><v>5</v></c></row><row r="7"><c r="B7"><v>2</v></c><c r="A7"><v>1</v></c></row><row><c r="AA8"><v>27</v></c></row><row r="9"/><row r="10"><c r="A10" s="1"/></row>'
    assert.deepEqual((await wholeTable(bookOf({ sheet }))).rows, [
      { row: 1, cells: [1, undefined, undefined, 4, 5] },
      { row: 7, cells: [1, 2] },
      { row: 8, cells: [...Array.from({ length: 26 }, () => undefined), 27] },
    ])
  })

  test('merged cells of an XLSX workbook are copied to all their rows, but not to other columns', async () => {
    const cell = (place: string, value: number) => `<c r="${place}"><v>${value}</v></c>`
    const sheet = `<worksheet xmlns="${main}"><sheetData><row r="1">${cell('A1', 1)}</row><row r="2">${cell('A2', 2)}${cell('C2', 20)}</row><row r="3">${cell('C3', 30)}</row><row r="5">${cell('C5', 50)}</row><row r="6">${cell('C6', 60)}</row></sheetData><mergeCells count="3"><mergeCell ref="A1:D1"/><mergeCell ref="A2:B5"/><mergeCell ref="D3:D6"/></mergeCells></worksheet>`
    assert.deepEqual((await wholeTable(bookOf({ other: { 'xl/worksheets/sheet1.xml': sheet } }))).rows, [
      { row: 1, cells: [1] },
      { row: 2, cells: [2, undefined, 20] },
      { row: 3, cells: [2, undefined, 30] },
      { row: 5, cells: [2, undefined, 50] },
      { row: 6, cells: [undefined, undefined, 60] },
    ])
  })

  test('of several sheets in an XLSX workbook the chosen one is read, or the first visible one that is not empty', async () => {
    const sheets =
      '<sheet name="封面" sheetId="1" r:id="rId1"/><sheet name="藏" sheetId="2" state="hidden" r:id="rId4"/><sheet name="图" sheetId="3" r:id="rId5"/><sheet name="2026 &amp; 2025" sheetId="4" r:id="rId4"/>'
    const other = {
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData>${row('<c><v>2</v></c>')}</sheetData></worksheet>`,
    }
    const book = bookOf({ sheets, other })
    const { sheet, sheets: named, rows } = await wholeTable(book)
    assert.deepEqual(
      { sheet, named, rows },
      { sheet: '2026 & 2025', named: ['封面', '2026 & 2025'], rows: [{ row: 1, cells: [2] }] },
    )
    assert.deepEqual((await wholeTable(book, { sheet: '封面' })).rows, [])
    for (const wanted of ['藏', '图', '没有', ''])
      assert.equal(await tableFault(book, { sheet: wanted }), 'no_such_sheet')
    assert.equal(await tableFault(bookOf({})), 'empty')
    assert.equal(await tableFault(bookOf({ sheet: '<row r="1"><c r="A1"><f>B1</f></c></row>' })), 'empty')
  })

  test('an XLSX workbook may have namespace prefixes, strict namespaces and other part names', async () => {
    const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    const other = {
      '_rels/.rels': `<x:Relationships xmlns:x="${relationships}"><x:Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book/main.xml"/></x:Relationships>`,
      'book/main.xml': `<x:workbook xmlns:x="${strict}"><x:sheets><x:sheet xmlns:rel="http://purl.oclc.org/ooxml/officeDocument/relationships" name="S" sheetId="1" rel:id="z"/></x:sheets></x:workbook>`,
      'book/_rels/main.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="z" Type="${office}/worksheet" Target="../Sheets/./One.xml"/><Relationship Id="t" Type="${office}/sharedStrings" Target="texts.xml"/></Relationships>`,
      'sheets/one.xml': `\uFEFF<?xml version="1.0"?><x:worksheet xmlns:x="${strict}" xmlns:o="urn:other"><x:sheetData><x:row r="1"><x:c t="s"><x:v>0</x:v><o:v>9</o:v></x:c><o:c><o:v>8</o:v></o:c></x:row></x:sheetData></x:worksheet>`,
      'book/texts.xml': `<x:sst xmlns:x="${strict}"><x:si><x:t>远</x:t></x:si></x:sst>`,
      'xl/workbook.xml': undefined,
    }
    assert.deepEqual(await cellsOf(bookOf({ other })), [['远']])
  })

  test('an XLSX workbook is read alike from each spreadsheet program', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet(
        [
          ['日期', '设备', '好'],
          [new Date(Date.UTC(2026, 2, 1)), '电水壶 & <壶>', true],
          [null, 12.25, false],
        ],
        { UTC: true },
      ),
      '2026',
    )
    for (const bookSST of [true, false])
      assert.deepEqual(
        await cellsOf(write(book, { type: 'buffer', bookType: 'xlsx', bookSST, compression: bookSST })),
        [
          ['日期', '设备', '好'],
          [{ date: '2026-03-01' }, '电水壶 & <壶>', true],
          [undefined, 12.25, false],
        ],
      )
  })

  test('an XLSX workbook may be a ZIP with a comment, data descriptors and stored files', async () => {
    const parts = partsOf({ sheet: row('<c><v>1</v></c>') })
    for (const book of [
      zipOf(parts, { comment: 'PK\x05\x06 ours' }),
      zipOf(parts, { streamed: true }),
      zipOf(parts.map((part) => ({ ...part, stored: true }))),
    ])
      assert.deepEqual(await cellsOf(book), [[1]])
  })
})

test('date formats of a workbook are distinguished from number formats', () => {
  for (const code of [
    'yyyy-mm-dd',
    'm/d/yy',
    'yyyy"年"m"月"d"日"',
    '[$-804]yyyy"年"m"月"d"日";@',
    '[DBNum1][$-804]yyyy"年"m"月"d"日"',
    'd-mmm-yy',
    'h:mm',
    'h:mm AM/PM',
    '上午/下午h"时"mm"分"',
    'yyyy\\-mm\\-dd\\ hh:mm',
    'dd.mm.yyyy',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    'mmm yyyy',
    'YYYY/MM/DD',
    'aaaa yyyy',
  ])
    assert.ok(isDateFormat(code), code)
  for (const code of [
    'General',
    'G/通用格式',
    '0',
    '0.00',
    '#,##0',
    '0%',
    '0.00E+00',
    '@',
    '_ * #,##0.00_ ;_ * \\-#,##0.00_ ',
    '"￥"#,##0.00',
    '0"days"',
    '0\\d',
    '[Red]0',
    '[$£-809]#,##0',
    '# ?/?',
    '[h]:mm',
    '[mm]:ss',
    '[>=13000000000]000\\-0000\\-0000;@',
    '',
    '_-* #,##0_-',
    'Standard',
  ])
    assert.ok(!isDateFormat(code), code)
})

test('serial numbers of a workbook are converted to the right dates', () => {
  const expected: [number, boolean, string | undefined][] = [
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [60, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [46082, false, '2026-03-01'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, undefined],
    [-1, false, undefined],
    [Number.NaN, false, undefined],
    [0, true, '1904-01-01'],
    [44620, true, '2026-03-01'],
    [0, false, 'T00:00'],
    [0.75, false, 'T18:00'],
    [46082.999_999_9, false, '2026-03-02'],
    [46082.395_833_333_3, false, '2026-03-01T09:30'],
    [45350, false, '2024-02-28'],
    [45351, false, '2024-02-29'],
    [45352, false, '2024-03-01'],
  ]
  for (const [serial, from1904, date] of expected) assert.equal(dateOfSerial(serial, from1904), date, `${serial}`)
})
