import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import fc from '../../../test/support/fast-check.ts'
import { spreadsheets } from '../../../test/support/spreadsheets.ts'
import { sourceOf, tableFault, wholeTable } from '../../../test/support/tables.ts'
import { googleRoster, wpsLog } from '../../../test/support/workbooks.ts'
import { type ZipFile, zipOf } from '../../../test/support/zip.ts'
import { readTable } from './table.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const sheetPath = 'xl/worksheets/sheet1.xml'

const around: readonly ZipFile[] = [
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="${relationships}"><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  },
]
const sheetOf = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
const one = '<row r="1"><c r="A1"><v>1</v></c></row>'
const texts: ZipFile = { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}"/>` }
/** A workbook whose sheet is this file, and with others. */
const bookWith = (sheet: string | Partial<ZipFile>, ...others: readonly ZipFile[]) =>
  zipOf([
    ...around,
    { name: sheetPath, content: sheetOf(one), ...(typeof sheet === 'string' ? { content: sheet } : sheet) },
    ...others,
    ...(others.some(({ name }) => name === texts.name) ? [] : [texts]),
  ])

describe('invalid workbooks', () => {
  test('a workbook that is a ZIP bomb, by its stated sizes or by its actual content, is refused', async () => {
    /** This many blanks, compressed once for all tests. */
    const blanks = (size: number, unpacked = size) => {
      const content = deflateRawSync(Buffer.alloc(size, ' '), { level: 1 })
      return bookWith({ content, stored: true, claims: { method: 8, unpacked } })
    }
    assert.equal(await tableFault(blanks(65 << 20)), 'too_large_inside')
    assert.equal(await tableFault(blanks(65 << 20, 1000)), 'cut_off')
    assert.equal(await tableFault(blanks(8 << 20)), 'too_large_inside')
    const claims = { method: 8, unpacked: 60 << 20 }
    const parts = Array.from(
      { length: 12 },
      (_, i): ZipFile => ({ name: `xl/media/${i}`, content: 'x', stored: true, claims }),
    )
    assert.equal(await tableFault(bookWith(sheetOf(one), ...parts)), 'too_large_inside')
    assert.equal(await tableFault(bookWith(sheetOf(one), ...parts.slice(4))), 'readable')
    assert.equal(await tableFault(bookWith(sheetOf(one)), { limits: { unpacked: 100 } }), 'too_large_inside')
  })

  test('a workbook that repeats a long text in every cell, beyond the limit of a row or of the table, is refused', async () => {
    const long = { ...texts, content: `<sst xmlns="${main}"><si><t>${'很'.repeat(32_000)}</t></si></sst>` }
    const cells = (columns: number, rows: number) =>
      bookWith(sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`.repeat(rows)), long)
    assert.equal(await tableFault(cells(20, 500)), 'too_large_inside')
    assert.equal(await tableFault(cells(4, 1)), 'too_large_inside')
    assert.equal(await tableFault(cells(3, 10)), 'readable')
    assert.equal(await tableFault(cells(3, 10), { limits: { characters: 900_000 } }), 'too_large_inside')
    assert.equal(await tableFault(`${'x'.repeat(30_000)},`.repeat(4)), 'too_large_inside')
    // The text of a merged cell counts in each of its rows.
    const first = '<row r="1">'.concat('<c t="s"><v>0</v></c>'.repeat(3), '</row>')
    const down = `<mergeCells>${['A1:A9', 'B1:B9', 'C1:C9'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    const sheet = (last: string) =>
      sheetOf(`${first}<row r="2"><c r="D2" t="s"><v>${last}</v></c></row>`).replace(
        '</worksheet>',
        `${down}</worksheet>`,
      )
    assert.equal(await tableFault(bookWith(sheet('0'), long)), 'too_large_inside')
  })

  test('a workbook with files that overlap, have the same name, or lie outside the archive is refused', async () => {
    assert.equal(await tableFault(bookWith({}, { name: 'xl/again.xml', content: 'x', at: 0 })), 'cut_off')
    assert.equal(await tableFault(bookWith({}, { name: sheetPath.toUpperCase(), content: sheetOf('') })), 'cut_off')
    assert.equal(
      await tableFault(bookWith({}, { name: `/${sheetPath.replaceAll('/', '\\')}`, content: sheetOf('') })),
      'cut_off',
    )
    assert.equal(await tableFault(bookWith({ at: 1 << 30 })), 'cut_off')
    assert.equal(await tableFault(bookWith({ claims: { packed: 1 << 20 } })), 'cut_off')
    assert.equal(await tableFault(bookWith({ claims: { packed: 0xffffffff } })), 'too_large_inside')
  })

  test('a workbook with a wrong checksum, a wrong size, an unknown compression or a password is refused', async () => {
    assert.equal(await tableFault(bookWith({ claims: { crc: 1 } })), 'cut_off')
    assert.equal(await tableFault(bookWith({ claims: { unpacked: 10_000 } })), 'cut_off')
    assert.equal(await tableFault(bookWith({ stored: true, claims: { crc: 1 } })), 'cut_off')
    assert.equal(await tableFault(bookWith({ claims: { method: 12 } })), 'cut_off')
    assert.equal(await tableFault(bookWith({ flags: 1 })), 'encrypted')
    assert.equal(
      await tableFault(bookWith({ content: deflateRawSync('x').subarray(0, 1), stored: true, claims: { method: 8 } })),
      'cut_off',
    )
  })

  test('a workbook that refers to files outside the archive is refused', async () => {
    for (const target of [
      '../../../../etc/passwd',
      '/etc/passwd',
      'file:///etc/passwd',
      '..\\..\\secret.xml',
      'worksheets/sheet1.xml/..',
    ]) {
      const relation = `<Relationships xmlns="${relationships}"><Relationship Id="a" Type="${office}/worksheet" Target="${target}"/></Relationships>`
      const book = zipOf([
        ...around.slice(0, 1),
        { name: 'xl/_rels/workbook.xml.rels', content: relation },
        { name: 'etc/other', content: '' },
      ])
      assert.equal(await tableFault(book), 'cut_off')
    }
  })

  test('a workbook that declares entities or a document type is refused', async () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
    assert.equal(await tableFault(bookWith(`${bomb}${sheetOf('<row><c t="str"><v>&b;</v></c></row>')}`)), 'not_a_table')
    assert.equal(await tableFault(bookWith(`<!DOCTYPE x SYSTEM "file:///etc/passwd">${sheetOf(one)}`)), 'not_a_table')
    assert.equal(await tableFault(bookWith(sheetOf('<row><c t="str"><v>&nbsp;</v></c></row>'))), 'cut_off')
  })

  test('a workbook with deeply nested, endless, broken or foreign XML is refused', async () => {
    assert.equal(await tableFault(bookWith(sheetOf('<a>'.repeat(200_000)))), 'cut_off')
    assert.equal(await tableFault(bookWith(sheetOf(`${'<a>'.repeat(70)}${'</a>'.repeat(70)}${one}`))), 'cut_off')
    assert.equal(
      await tableFault(bookWith(sheetOf(`<row><c t="str"><v>${'x'.repeat(10_000_000)}</v></c></row>`))),
      'too_large_inside',
    )
    assert.equal(
      await tableFault(
        bookWith(sheetOf(`<row><c t="inlineStr"><is>${'<r><t>xxxxxxxxxx</t></r>'.repeat(100_000)}</is></c></row>`)),
      ),
      'too_large_inside',
    )
    assert.equal(
      await tableFault(bookWith(sheetOf(`<row><c r="${'A'.repeat(2_000_000)}1"/></row>`))),
      'too_large_inside',
    )
    assert.equal(await tableFault(bookWith(sheetOf(`<row>${'<c/>'.repeat(20_000)}</row>`))), 'cut_off')
    assert.equal(await tableFault(bookWith(sheetOf(`<!--${'-x'.repeat(1_000_000)}-->${one}`))), 'too_large_inside')
    assert.equal(await tableFault(bookWith(sheetOf('<row r="2"/><row r="1"/>'))), 'cut_off')
    for (const wrong of [
      '<row r="0"/>',
      '<row r="1048577"/>',
      '<row r="x"/>',
      '<row><c r="XFE1"><v>1</v></c></row>',
      '<row><c r="1A"><v>1</v></c></row>',
      '<c><v>1</v></c>',
      '<row><c t="s"><v>5</v></c></row>',
      '<row><c t="s"><v>-1</v></c></row>',
      '<row>',
    ])
      assert.equal(await tableFault(bookWith(sheetOf(wrong))), 'cut_off', wrong)
    assert.equal(await tableFault(bookWith({ content: Buffer.from([0xff, 0x00, 0x12]) })), 'cut_off')
    assert.equal(await tableFault(bookWith('')), 'cut_off')
    assert.equal(
      await tableFault(bookWith(`<html xmlns="http://www.w3.org/1999/xhtml"><row><c><v>1</v></c></row></html>`)),
      'empty',
    )
  })

  test('a workbook with too many rows, columns or texts is refused', async () => {
    const rows = (count: number) => sheetOf('<row><c><v>1</v></c></row>'.repeat(count))
    assert.equal(await tableFault(bookWith(rows(1_000_000))), 'too_many_rows')
    assert.equal(await tableFault(bookWith(rows(4)), { limits: { rows: 3 } }), 'too_many_rows')
    assert.equal(await tableFault(bookWith(rows(3)), { limits: { rows: 3 } }), 'readable')
    assert.equal(await tableFault(bookWith(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(201)}</row>`))), 'too_many_columns')
    assert.equal(await tableFault(bookWith(sheetOf('<row><c r="XFD1"><v>1</v></c></row>'))), 'too_many_columns')
    assert.equal(
      await tableFault(bookWith(sheetOf('<row><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>'))),
      'readable',
    )
    const sharing = (content: string): ZipFile => ({
      name: 'xl/sharedStrings.xml',
      content: `<sst xmlns="${main}">${content}</sst>`,
    })
    assert.equal(
      await tableFault(bookWith(sheetOf(one), sharing(`<si><t>${'x'.repeat(32_768)}</t></si>`))),
      'too_large_inside',
    )
    assert.equal(
      await tableFault(bookWith(sheetOf(one), sharing('<si><t>yes</t></si>'.repeat(100))), { limits: { texts: 299 } }),
      'too_large_inside',
    )
    assert.equal(
      await tableFault(bookWith(sheetOf(one), sharing('<si><t>yes</t></si>'.repeat(100))), { limits: { texts: 300 } }),
      'readable',
    )
    assert.equal(await tableFault(bookWith(sheetOf(one), sharing('<si><t>y</t></si>'.repeat(30_000)))), 'readable')
  })

  test('a workbook in an older format, or another kind of document, is refused', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 'b']]), 'S')
    const as = (bookType: 'xls' | 'biff8' | 'ods' | 'xlsb') => write(book, { type: 'buffer', bookType }) as Buffer // its declared type is any
    assert.equal(await tableFault(as('xls')), 'old_excel')
    assert.equal(await tableFault(as('ods')), 'not_a_table')
    assert.equal(await tableFault(as('xlsb')), 'not_a_table')
    const container = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(70_000),
    ])
    assert.equal(
      await tableFault(Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le'), container])),
      'encrypted',
    )
    assert.equal(await tableFault(Buffer.concat([container, Buffer.from('WordDocument', 'utf16le')])), 'not_a_table')
    assert.equal(await tableFault(zipOf([{ name: 'word/document.xml', content: '<a/>' }])), 'not_a_table')
    assert.equal(await tableFault(zipOf([])), 'not_a_table')
  })

  test('a workbook that changes while it is read is refused', async () => {
    const bytes = wpsLog()
    const longer = sourceOf(bytes)
    assert.equal(await tableFault({ ...longer, size: async () => bytes.length + 100 }), 'changed')
    assert.equal(await tableFault({ ...longer, size: async () => bytes.length - 10 }), 'cut_off')
  })
})

describe('truncated and damaged table files', () => {
  const books = [wpsLog(), googleRoster()]

  test('a truncated workbook is refused', async () => {
    for (const book of books)
      for (let end = 0; end < book.length; end += 131)
        assert.notEqual(await tableFault(book.subarray(0, end)), 'readable')
  })

  test('a workbook with wrong bytes is refused or read correctly', async () => {
    const whole = await Promise.all(books.map(async (book) => (await wholeTable(book)).rows))
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), changes, async (which, flips) => {
        const book = Buffer.from(books[which] ?? '')
        for (const [at, flip] of flips) book[at % book.length] = (book[at % book.length] ?? 0) ^ flip
        // Names and dates of an archive have no checksum: a part may not be found any more, but what is found is whole.
        if ((await tableFault(book)) === 'readable') {
          const { rows } = await wholeTable(book)
          assert.equal(rows.length, whole[which]?.length)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('a truncated or damaged CSV file is refused or read', async () => {
    const texts = [spreadsheets.chineseLog, spreadsheets.englishLog, spreadsheets.memberList].map(({ bytes }) => bytes)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        async (text, end, at, flip) => {
          const half = Buffer.from(text.subarray(0, end % (text.length + 1)))
          if (half.length > 0) half[at % half.length] = flip
          assert.match(await tableFault(half), /^(?:readable|empty|not_a_table|cut_off|too_\w+)$/)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a table file is closed when reading stops early or fails', async () => {
    const whole = sourceOf(bookWith(sheetOf('<row><c><v>1</v></c></row>'.repeat(20_000))))
    const [opened, open] = [new Set<object>(), new Set<object>()]
    const source = {
      ...whole,
      async *open(start?: number, end?: number) {
        const one = {}
        opened.add(one)
        open.add(one)
        try {
          yield* whole.open(start, end)
        } finally {
          open.delete(one)
        }
      },
    }
    for (let i = 0; i < 50; i += 1) assert.equal(await tableFault(source, { limits: { rows: 1 } }), 'too_many_rows')
    for await (const { cells } of (await readTable(source)).rows) {
      assert.deepEqual(cells, [1])
      break
    }
    assert.ok(opened.size > 50)
    assert.equal(open.size, 0)
  })
})
