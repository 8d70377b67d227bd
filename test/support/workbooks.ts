import { type ZipFile, zipOf } from './zip.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const relations = (all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${all
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${type.startsWith('http') ? type : `${office}/${type}`}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const contentTypes = (parts: readonly (readonly [path: string, type: string])[]) =>
  `${head}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts
    .map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`)
    .join('')}</Types>`

/** Numbers for texts, in the order in which they come. */
function sharing() {
  const texts: string[] = []
  let uses = 0
  const number = (text: string) => {
    uses += 1
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
  return { texts, number, uses: () => uses }
}

/** Serial numbers of days in spreadsheets. */
const serial = (moment: string) => (Date.parse(`${moment}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

const file = (name: string, content: string): ZipFile => ({ name, content })

/**
 * A workbook as WPS writes it: its own namespace for table data, the build of the program among the custom properties, built-in
 * formats spelled out among the styles, rows with spans, texts shared.
 */
export function wpsLog(): Buffer {
  const { texts, number, uses } = sharing()
  const text = (place: string, style: number, value: string) =>
    `<c r="${place}" s="${style}" t="s"><v>${number(value)}</v></c>`
  const row = (r: number, cells: string, height = '') => `<row r="${r}"${height} spans="1:9">${cells}</row>`
  const entry = (r: number, [id, day, device, problem, owner, phone, by, result]: readonly (string | number)[]) =>
    row(
      r,
      [
        text(`A${r}`, 3, String(id)),
        day === '' ? `<c r="B${r}" s="4"/>` : `<c r="B${r}" s="${r === 7 ? 5 : 4}"><v>${day}</v></c>`,
        ...[device, problem, owner].map((value, i) => text(`${'CDE'[i]}${r}`, 3, String(value))),
        // A spreadsheet takes a phone number for a number.
        phone === '' ? `<c r="F${r}" s="3"/>` : `<c r="F${r}" s="3"><v>${phone}</v></c>`,
        text(`G${r}`, 3, String(by)),
        text(`H${r}`, 3, String(result)),
        `<c r="I${r}" s="3"><f>LEN(D${r})</f><v>${String(problem).length}</v></c>`,
      ].join(''),
    )
  const rows = [
    row(
      1,
      `${text('A1', 1, '幸福社区家电义诊记录')}${[...'BCDEFGHI'].map((column) => `<c r="${column}1" s="1"/>`).join('')}`,
      ' ht="25.5" customHeight="1"',
    ),
    row(2, `${text('A2', 2, '地点：社区活动室　　记录：张伟')}`),
    row(
      3,
      ['编号', '日期', '电器名称', '故障现象', '居民姓名', '联系方式', '维修志愿者', '维修结果', '字数']
        .map((heading, i) => text(`${'ABCDEFGHI'[i]}3`, 2, heading))
        .join(''),
    ),
    entry(4, ['YZ-001', serial('2026-03-14'), '电饭煲', '不加热', '孙阿姨', '13500135000', '张伟', '修好']),
    entry(5, ['YZ-002', '', '收音机', '没有声音', '钱大爷', '', '陈静', '修好']),
    entry(6, ['YZ-003', '', '电吹风', '异味、冒火花', '郑女士', '13400134000', '张伟', '报废']),
    entry(7, [
      'YZ-004',
      serial('2026-04-18T09:30'),
      '微波炉',
      '转盘不转 <已拆>',
      '冯先生',
      '13300133000',
      '张伟 陈静',
      '没修好，缺配件',
    ]),
    // Rows that were coloured.
    ...[8, 9, 10].map((r) => row(r, [...'ABCDEFGHI'].map((column) => `<c r="${column}${r}" s="3"/>`).join(''))),
  ]
  const sheet = (data: string, after = '', size = 'A1:I10') =>
    `${head}<worksheet xmlns="${main}" xmlns:r="${office}" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"><sheetPr/><dimension ref="${size}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><selection activeCell="A1" sqref="A1"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="9" defaultRowHeight="13.5"/><cols><col min="2" max="2" width="14.625" customWidth="1"/></cols><sheetData>${data}</sheetData>${after}<pageMargins left="0.75" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/><headerFooter/></worksheet>`
  const merged =
    '<mergeCells count="3"><mergeCell ref="A1:I1"/><mergeCell ref="A2:I2"/><mergeCell ref="B4:B6"/></mergeCells>'
  const first = sheet(rows.join(''), merged)
  const second = sheet(row(1, text('A1', 0, '每月第二个周六上午义诊')), '', 'A1')
  const xf = (format: number) =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''} applyAlignment="1"><alignment vertical="center"/></xf>`
  const styles = `${head}<styleSheet xmlns="${main}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:xr9="http://schemas.microsoft.com/office/spreadsheetml/2016/revision9" mc:Ignorable="xr9"><numFmts count="6"><numFmt numFmtId="43" formatCode="_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * &quot;-&quot;??_ ;_ @_ "/><numFmt numFmtId="44" formatCode="_ &quot;￥&quot;* #,##0.00_ ;_ &quot;￥&quot;* \\-#,##0.00_ ;_ &quot;￥&quot;* &quot;-&quot;??_ ;_ @_ "/><numFmt numFmtId="41" formatCode="_ * #,##0_ ;_ * \\-#,##0_ ;_ * &quot;-&quot;_ ;_ @_ "/><numFmt numFmtId="42" formatCode="_ &quot;￥&quot;* #,##0_ ;_ &quot;￥&quot;* \\-#,##0_ ;_ &quot;￥&quot;* &quot;-&quot;_ ;_ @_ "/><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="177" formatCode="yyyy/m/d\\ h:mm;@"/></numFmts><fonts count="1"><font><sz val="11"/><color theme="1"/><name val="宋体"/><charset val="134"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"><alignment vertical="center"/></xf></cellStyleXfs><cellXfs count="6">${[0, 0, 0, 0, 176, 177].map(xf).join('')}</cellXfs><cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles><tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`
  return zipOf([
    file(
      '[Content_Types].xml',
      contentTypes([
        ['/docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml'],
        ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
        ['/docProps/custom.xml', 'application/vnd.openxmlformats-officedocument.custom-properties+xml'],
        ['/xl/sharedStrings.xml', `${types}.sharedStrings+xml`],
        ['/xl/styles.xml', `${types}.styles+xml`],
        ['/xl/workbook.xml', `${types}.sheet.main+xml`],
        ['/xl/worksheets/sheet1.xml', `${types}.worksheet+xml`],
        ['/xl/worksheets/sheet2.xml', `${types}.worksheet+xml`],
      ]),
    ),
    file(
      '_rels/.rels',
      relations([
        ['rId4', 'custom-properties', 'docProps/custom.xml'],
        ['rId3', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
        ['rId2', 'extended-properties', 'docProps/app.xml'],
        ['rId1', 'officeDocument', 'xl/workbook.xml'],
      ]),
    ),
    file(
      'docProps/app.xml',
      `${head}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>WPS 表格</Application></Properties>`,
    ),
    file(
      'docProps/core.xml',
      `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>张伟</dc:creator></cp:coreProperties>`,
    ),
    file(
      'docProps/custom.xml',
      `${head}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="KSOProductBuildVer"><vt:lpwstr>2052-12.1.0.16929</vt:lpwstr></property></Properties>`,
    ),
    file(
      'xl/_rels/workbook.xml.rels',
      relations([
        ['rId4', 'sharedStrings', 'sharedStrings.xml'],
        ['rId3', 'styles', 'styles.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ]),
    ),
    file(
      'xl/sharedStrings.xml',
      `${head}<sst xmlns="${main}" count="${uses()}" uniqueCount="${texts.length}">${texts.map((one, i) => (i === 0 ? `<si><r><rPr><b/><sz val="18"/></rPr><t>${one.slice(0, 4)}</t></r><r><t>${one.slice(4)}</t></r></si>` : `<si><t>${escaped(one)}</t></si>`)).join('')}</sst>`,
    ),
    file('xl/styles.xml', styles),
    file(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><fileVersion appName="xl" lastEdited="3" lowestEdited="5" rupBuild="9302"/><workbookPr/><bookViews><workbookView windowWidth="28800" windowHeight="12540"/></bookViews><sheets><sheet name="义诊记录" sheetId="1" r:id="rId1"/><sheet name="说明" sheetId="2" r:id="rId2"/></sheets><calcPr calcId="144525"/></workbook>`,
    ),
    file('xl/worksheets/sheet1.xml', first),
    file('xl/worksheets/sheet2.xml', second),
  ])
}

/** A workbook as LibreOffice writes it: every attribute is said even where it is the default, texts keep their blanks, formulas have `aca`. */
export function libreOfficeLog(): Buffer {
  const { texts, number, uses } = sharing()
  const row = (r: number, cells: string) =>
    `<row r="${r}" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">${cells}</row>`
  const text = (place: string, value: string) => `<c r="${place}" s="0" t="s"><v>${number(value)}</v></c>`
  const cell = (place: string, style: number, value: number) => `<c r="${place}" s="${style}" t="n"><v>${value}</v></c>`
  const entry = (r: number, [id, came, done, device, problem, owner, by, state, cost]: readonly string[]) =>
    row(
      r,
      [
        cell(`A${r}`, 0, Number(id)),
        cell(`B${r}`, 2, serial(came ?? '')),
        done ? cell(`C${r}`, 1, serial(done)) : '',
        text(`D${r}`, device ?? ''),
        text(`E${r}`, problem ?? ''),
        owner ? text(`F${r}`, owner) : '',
        text(`G${r}`, by ?? ''),
        text(`H${r}`, state ?? ''),
        `<c r="I${r}" s="0" t="n"><f aca="false">Prices.B${r}*2</f><v>${cost}</v></c>`,
      ].join(''),
    )
  const headings = [
    'Ticket no.',
    'Date in',
    'Date finished',
    'Item',
    'Problem',
    'Owner',
    'Repaired by',
    'Status',
    'Cost',
  ]
  const first = [
    row(1, headings.map((heading, i) => text(`${'ABCDEFGHI'[i]}1`, heading)).join('')),
    entry(2, [
      '101',
      '2026-01-10T14:15',
      '2026-01-24',
      'Bread maker',
      'Paddle does not turn',
      'Mrs Patel',
      'Bob',
      'Collected',
      '4.5',
    ]),
    entry(3, [
      '102',
      '2026-01-10T15:00',
      '',
      'Laptop',
      'Will not start & beeps',
      'J. Smith',
      'Ann Lee',
      'Waiting for parts',
      '30',
    ]),
    row(4, '<c r="A4" s="0"/>'),
    entry(5, [
      '103',
      '2026-01-24T10:00',
      '2026-02-07',
      'Lamp',
      'Loose plug',
      '',
      'Ann Lee',
      'Ready for collection',
      '0',
    ]),
  ]
  const second = [row(1, text('A1', 'Part') + text('B1', 'Price')), row(2, text('A2', 'Fuse') + cell('B2', 0, 2.25))]
  const sheet = (rows: readonly string[], size: string, selected: boolean) =>
    `${head}<worksheet xmlns="${main}" xmlns:r="${office}" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xr2="http://schemas.microsoft.com/office/spreadsheetml/2015/revision2" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><sheetPr filterMode="false"><pageSetUpPr fitToPage="false"/></sheetPr><dimension ref="${size}"/><sheetViews><sheetView showFormulas="false" showGridLines="true" showRowColHeaders="true" showZeros="true" rightToLeft="false" tabSelected="${selected}" showOutlineSymbols="true" defaultGridColor="true" view="normal" topLeftCell="A1" colorId="64" zoomScale="100" zoomScaleNormal="100" zoomScalePageLayoutView="100" workbookViewId="0"><selection pane="topLeft" activeCell="A1" activeCellId="0" sqref="A1"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="11.53515625" defaultRowHeight="12.8" zeroHeight="false" outlineLevelRow="0" outlineLevelCol="0"/><cols><col collapsed="false" customWidth="true" hidden="false" outlineLevel="0" max="3" min="2" style="0" width="16.2"/></cols><sheetData>${rows.join('')}</sheetData><printOptions headings="false" gridLines="false" gridLinesSet="true" horizontalCentered="false" verticalCentered="false"/><pageMargins left="0.7875" right="0.7875" top="1.05277777777778" bottom="1.05277777777778" header="0.7875" footer="0.7875"/></worksheet>`
  const sheets = [sheet(first, 'A1:I5', true), sheet(second, 'A1:B2', false)]
  const xf = (format: number) =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="false" applyBorder="false" applyAlignment="false" applyProtection="false"><alignment horizontal="general" vertical="bottom" textRotation="0" wrapText="false" indent="0" shrinkToFit="false"/><protection locked="true" hidden="false"/></xf>`
  return zipOf([
    file(
      '_rels/.rels',
      relations([
        ['rId1', 'officeDocument', 'xl/workbook.xml'],
        ['rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
        ['rId3', 'extended-properties', 'docProps/app.xml'],
      ]),
    ),
    file(
      'docProps/core.xml',
      `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:language>en-GB</dc:language></cp:coreProperties>`,
    ),
    file(
      'docProps/app.xml',
      `${head}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>LibreOffice/25.2.4.3$Linux_X86_64 LibreOffice_project/520$Build-3</Application></Properties>`,
    ),
    file(
      'xl/_rels/workbook.xml.rels',
      relations([
        ['rId1', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme', 'theme/theme1.xml'],
        ['rId2', 'styles', 'styles.xml'],
        ['rId3', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId4', 'worksheet', 'worksheets/sheet2.xml'],
        ['rId5', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    ),
    file(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><fileVersion appName="Calc"/><workbookPr backupFile="false" showObjects="all" date1904="false"/><workbookProtection/><bookViews><workbookView showHorizontalScroll="true" showVerticalScroll="true" showSheetTabs="true" xWindow="0" yWindow="0" windowWidth="16384" windowHeight="8192" tabRatio="500" firstSheet="0" activeTab="0"/></bookViews><sheets><sheet name="Repairs" sheetId="1" state="visible" r:id="rId3"/><sheet name="Prices" sheetId="2" state="visible" r:id="rId4"/></sheets><calcPr iterateCount="100" refMode="A1" iterate="false" iterateDelta="0.001"/></workbook>`,
    ),
    file(
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="1"><font><sz val="10"/><name val="Arial"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border diagonalUp="false" diagonalDown="false"><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${xf(164)}</cellStyleXfs><cellXfs count="3">${[164, 165, 166].map(xf).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ),
    file('xl/worksheets/sheet1.xml', sheets[0] ?? ''),
    file('xl/worksheets/sheet2.xml', sheets[1] ?? ''),
    file(
      'xl/sharedStrings.xml',
      `${head}<sst xmlns="${main}" count="${uses()}" uniqueCount="${texts.length}">${texts.map((one) => `<si><t xml:space="preserve">${escaped(one)}</t></si>`).join('')}</sst>`,
    ),
    file(
      'xl/theme/theme1.xml',
      `${head}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office"><a:themeElements/></a:theme>`,
    ),
    file(
      '[Content_Types].xml',
      contentTypes([
        ['/xl/workbook.xml', `${types}.sheet.main+xml`],
        ['/xl/styles.xml', `${types}.styles+xml`],
        ['/xl/worksheets/sheet1.xml', `${types}.worksheet+xml`],
        ['/xl/worksheets/sheet2.xml', `${types}.worksheet+xml`],
        ['/xl/sharedStrings.xml', `${types}.sharedStrings+xml`],
      ]),
    ),
  ])
}

/** A workbook as Google Sheets writes it: sizes behind each file of the archive, its own namespaces, styled cells without a value. */
export function googleRoster(): Buffer {
  const { texts, number, uses } = sharing()
  const text = (place: string, value: string) =>
    value === '' ? `<c r="${place}" s="1"/>` : `<c r="${place}" s="1" t="s"><v>${number(value)}</v></c>`
  const row = (r: number, values: readonly string[]) =>
    `<row r="${r}">${values.map((value, i) => text(`${'ABCDEF'[i]}${r}`, value)).join('')}</row>`
  const rows = [
    row(1, ['2026 春季值班表']),
    row(2, ['', '周一', '周二', '周三', '周四', '周五']),
    row(3, ['第1班', '张伟、陈静', '', 'Ann Lee', '', '张　伟']),
    row(4, ['第2班', '', '陈静', '', '张伟\nAnn Lee', '']),
  ]
  const sheet = `${head}<worksheet xmlns="${main}" xmlns:r="${office}" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:mv="urn:schemas-microsoft-com:mac:vml" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/><sheetData>${rows.join('')}</sheetData><mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells><drawing r:id="rId1"/></worksheet>`
  return zipOf(
    [
      file(
        '[Content_Types].xml',
        contentTypes([
          ['/xl/worksheets/sheet1.xml', `${types}.worksheet+xml`],
          ['/xl/sharedStrings.xml', `${types}.sharedStrings+xml`],
          ['/xl/styles.xml', `${types}.styles+xml`],
          ['/xl/workbook.xml', `${types}.sheet.main+xml`],
        ]),
      ),
      file(
        'xl/_rels/workbook.xml.rels',
        relations([
          ['rId1', 'theme', 'theme/theme1.xml'],
          ['rId2', 'styles', 'styles.xml'],
          ['rId3', 'sharedStrings', 'sharedStrings.xml'],
          ['rId4', 'worksheet', 'worksheets/sheet1.xml'],
        ]),
      ),
      file(
        'xl/sharedStrings.xml',
        `${head}<sst xmlns="${main}" count="${uses()}" uniqueCount="${texts.length}">${texts.map((one) => `<si><t>${escaped(one)}</t></si>`).join('')}</sst>`,
      ),
      file(
        'xl/styles.xml',
        `${head}<styleSheet xmlns="${main}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><fonts count="1"><font><sz val="10.0"/><color rgb="FF000000"/><name val="Arial"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="lightGray"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" applyAlignment="1" applyFont="1"/></cellStyleXfs><cellXfs count="2"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0"/><xf borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0" applyAlignment="1"/></cellXfs><cellStyles count="1"><cellStyle xfId="0" name="Normal" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`,
      ),
      file(
        'xl/workbook.xml',
        `${head}<workbook xmlns="${main}" xmlns:r="${office}" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><workbookPr/><sheets><sheet state="visible" name="值班表" sheetId="1" r:id="rId4"/></sheets><definedNames/><calcPr/></workbook>`,
      ),
      file('xl/worksheets/sheet1.xml', sheet),
      file('_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']])),
    ],
    { streamed: true },
  )
}
