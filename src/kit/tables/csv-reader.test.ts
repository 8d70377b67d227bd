import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { gb18030 } from '../../../test/support/gb18030.ts'
import { cellsOf, sourceOf, tableFault, wholeTable } from '../../../test/support/tables.ts'
import { csvRecord } from '../csv-writer.ts'

describe('CSV files', () => {
  test('a CSV file is read in UTF-8, UTF-16 and GB18030', async () => {
    const text = '设备,机主\r\n电水壶,李明\r\n'
    const written: [string, Uint8Array][] = [
      ['utf-8', Buffer.from(text)],
      ['utf-8', Buffer.from(`\uFEFF${text}`)],
      ['gb18030', gb18030(text)],
      ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
      ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ]
    for (const [encoding, bytes] of written) {
      const table = await wholeTable(bytes)
      assert.equal(table.encoding, encoding)
      assert.deepEqual(
        table.rows.map(({ cells }) => cells),
        [
          ['设备', '机主'],
          ['电水壶', '李明'],
        ],
      )
    }
  })

  test('a CSV file in GB18030 is recognised by its first Chinese character, even far down', async () => {
    const table = await wholeTable(Buffer.concat([Buffer.from('a,b\n'.repeat(50_000)), gb18030('电,水\n')]))
    assert.equal(table.encoding, 'gb18030')
    assert.deepEqual(table.rows.at(-1), { row: 50_001, cells: ['电', '水'] })
  })

  test('a CSV file may have characters that GB18030 encodes in four bytes', async () => {
    const bytes = Buffer.concat([
      gb18030('姓名,电话\n张'),
      Buffer.from([0x95, 0x32, 0x82, 0x36]),
      gb18030('先生,一二三\n'),
    ])
    assert.deepEqual((await cellsOf(bytes))[1], [`张${String.fromCodePoint(0x20000)}先生`, '一二三'])
  })

  test('a CSV file from a western Windows keeps its accents and curly quotes', async () => {
    const table = await wholeTable(Buffer.from('Item,Fault\nCaf\xe9 radio,doesn\x92t work\n', 'latin1'))
    assert.equal(table.encoding, 'windows-1252')
    assert.deepEqual(table.rows[1]?.cells, ['Café radio', 'doesn’t work'])
  })

  test('the delimiter of a CSV file is detected from its first lines', async () => {
    for (const [delimiter, text] of [
      [',', 'a,b,c\n1,2,3\n'],
      [';', 'a;b;c\n"1,5";"2,5";"3,5"\n1,5;2,5;3,5\n'],
      ['\t', 'a\tb\tc\n1,2\t3,4\t5;6\n'],
      [',', 'Title; of the table\na,b,c\n1,2,3\n'],
      [',', 'one column only\nand, here\nnothing\n'],
      [';', 'sep=;\r\na,b;c,d\r\n'],
      ['|', 'SEP=|\na|b\n'],
      [',', '"a;b;c",x\n"d;e;f",y\n'],
      ['\t', `a\tb\n${'x'.repeat(30_000)}\t${'y'.repeat(30_000)}\n`],
    ] as const)
      assert.equal((await wholeTable(text)).delimiter, delimiter, text)
  })

  test('Excel’s separator line is removed from a CSV file', async () => {
    assert.deepEqual((await wholeTable('sep=;\r\na;b\r\n1;2\r\n')).rows, [
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1', '2'] },
    ])
    assert.deepEqual(await cellsOf(Buffer.from('\uFEFFsep=\t\r\na\tb\r\n', 'utf16le')), [['a', 'b']])
  })

  test('a CSV file may use any line ending', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(await cellsOf(['a,b', '"c', 'd",e', 'f,g'].join(end)), [
        ['a', 'b'],
        ['c\nd', 'e'],
        ['f', 'g'],
      ])
  })

  test('cells of a CSV file may have quotes, line breaks and delimiters', async () => {
    assert.deepEqual(await cellsOf('"a ""b""","c\nd","e,f"\n"",x,""""\n15" screen,b"c,d\n'), [
      ['a "b"', 'c\nd', 'e,f'],
      [undefined, 'x', '"'],
      ['15" screen', 'b"c', 'd'],
    ])
  })

  test('rows of a CSV file are numbered as in a spreadsheet, and empty ones are left out', async () => {
    assert.deepEqual((await wholeTable('a,b\n\n,,,\n"c\nd",\n\n\ne')).rows, [
      { row: 1, cells: ['a', 'b'] },
      { row: 4, cells: ['c\nd'] },
      { row: 7, cells: ['e'] },
    ])
  })

  test('an unclosed quote in a CSV file loses only one row', async () => {
    const broken = (row: number) => ({ row, cells: [], broken: 'broken_quotes' })
    assert.deepEqual((await wholeTable('a,b\n"c"d,e\nf,g\n')).rows, [
      { row: 1, cells: ['a', 'b'] },
      broken(2),
      { row: 3, cells: ['f', 'g'] },
    ])
    assert.deepEqual((await wholeTable('a,b\nc,"d\ne,f\ng,h\n')).rows, [
      { row: 1, cells: ['a', 'b'] },
      broken(2),
      { row: 3, cells: ['e', 'f'] },
      { row: 4, cells: ['g', 'h'] },
    ])
    const far = await wholeTable(`a,b\nc,"d\n${'e,f\n'.repeat(60_000)}`)
    assert.equal(far.rows.length, 60_002)
    assert.deepEqual(far.rows[1], broken(2))
    assert.deepEqual(far.rows[2], { row: 3, cells: ['e', 'f'] })
  })

  test('a CSV file that ends within a quote or a character is reported as cut off', async () => {
    assert.equal(await tableFault('a,b\nc,"d'), 'cut_off')
    assert.equal(await tableFault(Buffer.from('设备,机主\n电水壶,李').subarray(0, -1)), 'cut_off')
    assert.equal(await tableFault(gb18030('设备,机主\n电水壶,李').subarray(0, -1)), 'cut_off')
    const damaged = Buffer.from('设备,机主\n电水壶,李明\n')
    damaged[5] = 0xff
    assert.equal(await tableFault(damaged), 'cut_off')
    assert.equal(await tableFault(Buffer.from('\uFEFFa\tb\n', 'utf16le').subarray(0, -1)), 'cut_off')
  })

  test('a CSV file that is empty or not text is refused', async () => {
    for (const [why, content] of [
      ['empty', ''],
      ['empty', '\uFEFF'],
      ['empty', ' \r\n\t\n'],
      ['not_a_table', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
      ['not_a_table', '%PDF-1.7\n%âãÏÓ\n'],
      ['not_a_table', '<html><body><table><tr><td>a</td></tr></table></body></html>'],
      ['not_a_table', '<?xml version="1.0"?><Workbook/>'],
      ['not_a_table', '\0\0\0\0'],
      ['not_a_table', '{\\rtf1 a,b}'],
    ] as const)
      assert.equal(await tableFault(content), why, String(content))
  })

  test('a CSV file beyond the limits is refused', async () => {
    const limits = { rows: 3, columns: 2, cell: 10 }
    assert.equal(await tableFault('a\n\nb\nc\n', { limits }), 'readable')
    assert.equal(await tableFault('a\nb\nc\nd\n', { limits }), 'too_many_rows')
    assert.equal(await tableFault('a,b,,,\n', { limits }), 'readable')
    assert.equal(await tableFault('a,b,c\n', { limits }), 'too_many_columns')
    assert.equal(await tableFault('01234567890\n', { limits }), 'too_large_inside')
    assert.deepEqual((await wholeTable('"01234567890"\na\n', { limits })).rows[0]?.broken, 'broken_quotes')
    assert.deepEqual(await cellsOf(`"${'""'.repeat(10)}"\n`, { limits }), [['"'.repeat(10)]])
    assert.equal(await tableFault('x'.repeat(10_000_000)), 'too_large_inside')
    assert.equal(await tableFault(','.repeat(10_000_000)), 'too_large_inside')
    assert.equal(await tableFault('"x",'.repeat(2_000_000)), 'too_large_inside')
    assert.equal(await tableFault('a', { sheet: '2026' }), 'no_such_sheet')
  })

  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'a', ',', ';', '\t', '"', '""', '\n', '\r\n', '电水壶', '=1'),
  )

  test('a CSV file that the service exported is read back unchanged, in pieces of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, length) => {
          const marked = rows.map((cells) => [
            'x',
            ...cells.map((one) => `y${one.toWellFormed().replaceAll(/[\p{Cc}\uFEFF]/gu, '')}`),
            'z',
          ])
          const text = `a,b,c\r\n${marked.map((cells) => csvRecord(cells)).join('')}`
          // Another test covers the apostrophe before formulas.
          const expected = marked.map((cells) =>
            cells.map((one) => csvRecord([one]).slice(1, -3).replaceAll('""', '"')),
          )
          assert.deepEqual((await cellsOf(sourceOf(text, length))).slice(1), expected)
        },
      ),
    )
  })

  test('a CSV file of random bytes is read or refused, and causes no other error', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', '电', '\\', 'sep='))
        .map((parts) => Buffer.from(parts.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.integer({ min: 1, max: 7 }),
        async (content, length) => void (await tableFault(sourceOf(content, length))),
      ),
      { numRuns: 300 },
    )
  })

  test('a CSV file gives the same table in pieces and at once', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '"', '""', ',', '\n', '\r', '\r\n', '电'))
      .map((parts) => parts.join(''))
    const outcome = async (content: string, length: number) => {
      try {
        return (await wholeTable(sourceOf(content, length))).rows
      } catch (error) {
        return String(error)
      }
    }
    await fc.assert(
      fc.asyncProperty(text, async (content) =>
        assert.deepEqual(await outcome(content, 1), await outcome(content, 1 << 16)),
      ),
      { numRuns: 300 },
    )
  })
})
