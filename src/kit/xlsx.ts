/** How a number is shown. Times are whole minutes since 1970 on the wall clock. */
export type XlsxFormat = 'whole' | 'hours' | 'date' | 'time' | 'moment'
export type XlsxCell = string | { readonly value: number; readonly format: XlsxFormat }

/** Indexes in the list of styles below. The first style is for text. */
const styleOf = { heading: 1, whole: 2, hours: 3, date: 4, time: 5, moment: 6 } as const
const formatCodes = ['0', '0.00', 'yyyy-mm-dd', 'hh:mm', 'yyyy-mm-dd hh:mm']
/** Day 1 of a spreadsheet is the first of 1900, which it takes for a leap year. */
const daysBefore1970 = 25_569
const firstOwnFormat = 164

const encoder = new TextEncoder()
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The files of a workbook with one sheet and a frozen first row. Zipped, they are an XLSX. */
export function xlsxFiles(sheet: string, rows: readonly (readonly XlsxCell[])[]): Map<string, Uint8Array> {
  const texts = new SharedTexts()
  const files = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheet),
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheetXml(rows, texts),
    'xl/sharedStrings.xml': texts.xml(),
  }
  return new Map(
    Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? encoder.encode(file) : file]),
  )
}

/** Stores each text once. Cells refer to it by number. */
class SharedTexts {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#numbers.size)
    return this.#numbers.size - 1
  }

  xml(): string {
    const items = [...this.#numbers.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    return `${head}<sst xmlns="${main}" uniqueCount="${items.length}">${items.join('')}</sst>`
  }
}

function sheetXml(rows: readonly (readonly XlsxCell[])[], texts: SharedTexts): Uint8Array {
  const columns = widths(rows)
  const end = `${columnName(Math.max(columns.length - 1, 0))}${Math.max(rows.length, 1)}`
  const cols = columns.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  const parts: Uint8Array[] = []
  const add = (xml: string) => parts.push(Buffer.from(xml)) // one string of several megabytes would be slower
  add(`${head}<worksheet xmlns="${main}"><dimension ref="A1:${end}"/>`)
  add(`<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`)
  if (cols.length > 0) add(`<cols>${cols.join('')}</cols>`)
  add('<sheetData>')
  const begins = columns.map((_, column) => `<c r="${columnName(column)}`)
  for (const [i, cells] of rows.entries()) add(rowXml(i + 1, cells, begins, texts))
  // Student ids are text of digits. Without this, spreadsheets mark them as errors.
  add(`</sheetData><ignoredErrors><ignoredError sqref="A1:${end}" numberStoredAsText="1"/></ignoredErrors>`)
  add('</worksheet>')
  return Buffer.concat(parts)
}

const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

function rowXml(row: number, cells: readonly XlsxCell[], begins: readonly string[], texts: SharedTexts): string {
  let xml = `<row r="${row}">`
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] ?? ''
    if (cell === '') continue
    if (typeof cell !== 'string')
      xml += `${begins[column]}${row}" s="${styleOf[cell.format]}"><v>${serial(cell.value, cell.format)}</v></c>`
    else if (row === 1)
      xml += `${begins[column]}${row}" s="${styleOf.heading}" t="s"><v>${texts.numberOf(cell)}</v></c>`
    else xml += `${begins[column]}${row}" t="s"><v>${texts.numberOf(cell)}</v></c>`
  }
  return `${xml}</row>`
}

function serial(value: number, format: XlsxFormat): string | number {
  if (format === 'whole' || format === 'hours') return value
  const days = Math.floor(value / 1440)
  return `${days + daysBefore1970}${partOfDay[value - days * 1440]}`
}

/** The fraction of the day at each minute, `.5` at noon. They are made in advance, because formatting is slow. */
const partOfDay = Array.from({ length: 1440 }, (_, i) => String(Number((i / 1440).toFixed(10))).slice(1))

/** `A` to `Z`, then `AA`. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

const numberWidth: Record<XlsxFormat, number> = { whole: 6, hours: 8, date: 12, time: 8, moment: 18 }

/** Column widths in digits, by the first rows. */
function widths(rows: readonly (readonly XlsxCell[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => {
    const texts = new Set<string>()
    let width = 6
    for (const cells of rows.slice(0, 200)) {
      const cell = cells[column] ?? ''
      if (typeof cell === 'string') texts.add(cell)
      else width = Math.max(width, numberWidth[cell.format])
    }
    for (const text of texts) width = Math.max(width, textWidth(text) + 2)
    return Math.min(width, 48)
  })
}

/** A Chinese character is as wide as two digits. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2E7F' ? 2 : 1
  return width
}

const workbook = (sheet: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

const relations = (all: readonly (readonly [string, string])[]) => {
  const each = all.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`
}

const contentTypes = [
  `${head}<Types xmlns="${packages}/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>`,
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
].join('')

const font = (inside: string) => `<font>${inside}<sz val="11"/><name val="Calibri"/></font>`
const styles = [
  `${head}<styleSheet xmlns="${main}"><numFmts count="${formatCodes.length}">`,
  ...formatCodes.map((code, i) => `<numFmt numFmtId="${firstOwnFormat + i}" formatCode="${code}"/>`),
  `</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formatCodes.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  ...formatCodes.map(
    (_, i) =>
      `<xf numFmtId="${firstOwnFormat + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Drops control characters that XML 1.0 forbids, and protects text that looks like an escape of spreadsheets. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
  )
}
