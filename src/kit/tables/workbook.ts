import { dateFormats, isDateFormat } from './serial-date.ts'
import { readSharedStrings, SharedStrings } from './shared-strings.ts'
import { findMergedCells, readSheetRows } from './sheet.ts'
import { type ReadTable, TableError, type TableLimits, type TableRow, type TableSource } from './source.ts'
import { type Attributes, readXml } from './xml.ts'
import { openZip, type ZipArchive } from './zip.ts'

interface Relation {
  readonly type: string
  readonly path: string
}
interface Sheet {
  readonly name: string
  readonly path: string
}

/** Reads an XLSX workbook: the wanted sheet, or the first that is not empty. */
export async function workbookTable(
  source: TableSource,
  wanted: string | undefined,
  limits: TableLimits,
): Promise<ReadTable> {
  const archive = await openZip(source, limits)
  const main = [...(await relations(archive, '')).values()].find(({ type }) => type === 'officeDocument')?.path
  const path = main ?? 'xl/workbook.xml'
  // Other office documents and Excel's binary workbooks are archives too.
  if (!archive.has(path) || !path.endsWith('.xml')) throw new TableError('not_a_table')
  const parts = await relations(archive, path)
  const { sheets, from1904 } = await readWorkbook(archive, path, parts)
  const part = (type: string) => [...parts.values()].find((one) => one.type === type)?.path
  const [styles, texts] = [part('styles'), part('sharedStrings')]
  const about = {
    from1904,
    dates: styles ? await readDateStyles(archive.open(styles)) : [],
    texts: texts ? await readSharedStrings(archive.open(texts), limits) : new SharedStrings(limits),
    limits,
  }
  const open = async (sheet: Sheet): Promise<AsyncGenerator<TableRow>> =>
    readSheetRows(archive.open(sheet.path), await findMergedCells(archive.skim(sheet.path)), about)
  const sheet = await chosen(sheets, wanted, open)
  return {
    format: 'xlsx',
    encoding: '',
    delimiter: '',
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
    rows: await open(sheet),
  }
}

async function chosen(
  sheets: readonly Sheet[],
  wanted: string | undefined,
  open: (sheet: Sheet) => Promise<AsyncGenerator<TableRow>>,
): Promise<Sheet> {
  if (wanted !== undefined) {
    const sheet = sheets.find(({ name }) => name === wanted)
    if (!sheet) throw new TableError('no_such_sheet')
    return sheet
  }
  for (const sheet of sheets) {
    const rows = await open(sheet)
    const { done } = await rows.next()
    await rows.return(undefined)
    if (!done) return sheet
  }
  throw new TableError('empty')
}

/** The parts that one part refers to, by id. The archive itself has the empty path. */
async function relations(archive: ZipArchive, path: string): Promise<Map<string, Relation>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const file = `${folder}_rels/${path.slice(folder.length)}.rels`
  const found = new Map<string, Relation>()
  if (!archive.has(file)) return found
  await readXml(archive.open(file), {
    open(name, attributes) {
      const [id, target] = [attributes['Id'], attributes['Target']]
      if (name !== 'Relationship' || !id || !target || attributes['TargetMode'] === 'External') return
      const type = attributes['Type']?.split('/').at(-1) ?? ''
      found.set(id, { type, path: target.startsWith('/') ? target.slice(1) : resolved(folder, target) })
    },
  })
  return found
}

/** A path within the archive. A path that leads out of it is not found later. */
function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

/** The visible sheets in their order, and the first day of dates. */
async function readWorkbook(
  archive: ZipArchive,
  path: string,
  parts: ReadonlyMap<string, Relation>,
): Promise<{ sheets: readonly Sheet[]; from1904: boolean }> {
  const sheets: Sheet[] = []
  let from1904 = false
  await readXml(archive.open(path), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes['date1904'])
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      const part = parts.get(relationOf(attributes))
      // Other sheets hold charts.
      if (part?.type !== 'worksheet') return
      // The file is incomplete, so the sheet must not be skipped silently.
      if (!archive.has(part.path)) throw new TableError('cut_off')
      sheets.push({ name: attributes['name'] ?? '', path: part.path })
    },
  })
  return { sheets, from1904 }
}

/** `r:id`, whose prefix may differ. */
function relationOf(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
}

/** True for each cell style that shows dates. */
async function readDateStyles(pieces: AsyncIterable<Uint8Array>): Promise<readonly boolean[]> {
  const own = new Map<number, boolean>()
  const formats: number[] = []
  let inside = false
  await readXml(pieces, {
    open(name, attributes) {
      if (name === 'cellXfs') inside = true
      if (name === 'numFmt') own.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''))
      if (name === 'xf' && inside && formats.length < maxStyles) formats.push(Number(attributes['numFmtId'] ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') inside = false
    },
  })
  return formats.map((format) => own.get(format) ?? dateFormats.has(format))
}

/** As many as Excel allows. */
const maxStyles = 65_490

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}
