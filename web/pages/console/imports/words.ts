import type { ImportKind } from '#contract/imports/import-fields.ts'
import { spaced } from '#contract/words/dates.ts'
import * as en_US from '#contract/words/imports-en_US.ts'
import * as zh_CN from '#contract/words/imports-zh_CN.ts'
import { translated } from '#web/lib/translated.ts'

/** The service uses the same names in the file of refused rows. */
const useTableWords = translated({ zh_CN: zh_CN.importWords, en_US: en_US.importWords })

export const useImportWords = translated({
  zh_CN: {
    title: '导入',
    about: '导入以前的表格：维修记录、队员名单、排班表，或其他团队公开的维修数据。先预览，再导入；不会通知任何人。',
    file: '表格文件',
    choose: '选择文件，或把文件拖到这里',
    chooseAbout: 'CSV 或 XLSX，最大 10 MB。编码和分隔符会自动识别。',
    another: '换一个文件',
    tooLarge: (name: string, mb: number) =>
      `${name} 有 ${mb} MB，超过了网页上传的上限 10 MB。请在服务器上用命令导入：npm run fettle -- import <文件>`,
    sending: (percent: number) => `正在上传：${percent}%`,
    checking: '正在检查…',
    importing: '正在导入…',
    isCsv: (encoding: string) => `CSV 文件，编码 ${encoding.toUpperCase()}`,
    isXlsx: 'XLSX 工作簿',
    reading: '表格的读法',
    readingAbout: '以下是自动识别的结果。有不对的地方可以修改，修改后会立即重新检查。',
    kind: '表格内容',
    kinds: { tickets: '维修记录', members: '队员名单', roster: '排班表', ords: '开放维修数据（ORDS）' },
    sheet: '工作表',
    dates: '日期的写法',
    datesAbout: '有些日期有两种读法，例如 03/04/2026。',
    datesOptions: { '': '请选择', day_first: '日在前：4 月 3 日', month_first: '月在前：3 月 4 日' },
    unstated: '没有写状态的维修',
    unstatedAbout: '状态、结果和完成日期都没有写的行。',
    unstatedOptions: { finished: '已修好，已取回', open: '待接单' },
    name: '排班表名称',
    nameAbout: '例如“2026 秋季学期”。',
    columns: '各列的含义',
    columnsAbout: (read: number, all: number, out: string) =>
      `共 ${all} 列，导入 ${read} 列。${out && `不导入：${out}。`}`,
    changeColumns: '查看或修改各列',
    noHeading: (place: number) => `第 ${place} 列（没有表头）`,
    list: '、',
    noSamples: '没有内容',
    meaning: (heading: string) => `“${heading}”的含义`,
    leftOut: '不导入',
    recognised: '已识别',
    byHand: '手动选择',
    missing: (fields: string) => `还没有哪一列是“${fields}”。请在下方选择，否则无法导入。`,
    comma: '”“',
    groups: { repair: '维修', device: '设备', people: '人员', outcome: '维修结果', week: '值班', provider: '数据来源' },
    values: '值的含义',
    valuesAbout: '表格里的写法会变成什么。有不对的可以修改，修改后会立即重新检查。',
    valuesAsked: (count: number) => `有 ${count} 种写法不清楚是什么意思。选择之后，这些行才会导入。`,
    valueCount: (count: number) => `${count} 行`,
    valueMeaning: (value: string, field: string) => `${field}“${value}”的含义`,
    emptyCell: '（空）',
    pleaseChoose: '请选择',
    byOthers: '由其他列决定',
    noChoice: '不导入这个值',
    moreValues: (count: number) => `另有 ${count} 种写法，没有全部列出。`,
    inWork: '正在维修的工单，如果没有写队员，或写的人不是队员，会变成“待接单”。',
    doubles: '文件中重复的行',
    doublesAbout: (count: number, left: number) =>
      left === 0
        ? `有 ${count} 行与前面的行完全相同。`
        : left === count
          ? `有 ${count} 行与前面的行重复，不会再导入一次。`
          : `有 ${count} 行与前面的行重复，其中 ${left} 行不会再导入一次。`,
    doublesChoice: '完全相同的行',
    doublesOptions: { each: '每一行都是一次维修', once: '只导入一次' },
    doubleRow: (row: number, of: number) => `第 ${row} 行与第 ${of} 行相同`,
    doubleRows: '查看是哪些行',
    outcome: '预览',
    counts: {
      good: '将导入',
      known: '已有',
      refused: '有问题',
      repeated: '重复',
      sentence: (good: number, known: number, refused: number) =>
        `将导入 ${good} 行，已有 ${known} 行，有问题 ${refused} 行。`,
    },
    nothing: '没有可以导入的行。',
    allKnown: '这个文件里的内容都已导入过，不会重复添加。',
    preview: (count: number) => `导入后的样子（前 ${count} 行）`,
    row: '行',
    doubts: '需要检查的行',
    doubtsAbout: (count: number) => `${count} 处`,
    firstDoubts: (count: number) => `先显示 ${count} 处，改正后会显示其余的。`,
    allDoubts: (count: number) => `全部显示（${count}）`,
    rowNumber: (row: number, others: number) => (others === 0 ? `第 ${row} 行` : `第 ${row} 行和另外 ${others} 行`),
    forgotten: (count: number) =>
      `有 ${count} 件维修结束已久，超过了团队保存个人信息的期限：报修人的姓名和电话不会导入。`,
    rowStaysOut: '整行不导入',
    cellStaysOut: '不导入这个值',
    partStaysOut: '其余部分会导入',
    refusedAbout: (count: number) =>
      `有 ${count} 行不能导入。可以改正文件后重新选择；也可以先导入没有问题的行，再下载其余的行慢慢改。`,
    importAll: (count: number) => `全部导入（${count} 行）`,
    importGood: (count: number) => `导入没有问题的 ${count} 行`,
    promise: {
      tickets: '这些行要么全部导入，要么一行也不导入。导入过的行再次导入时会被识别，不会重复添加。24 小时内可以撤销。',
      ords: '这些行要么全部导入，要么一行也不导入。导入过的行再次导入时会被识别，不会重复添加。24 小时内可以撤销。',
      members: '这些行要么全部导入，要么一行也不导入。已有的队员不会重复添加。24 小时内可以撤销。',
      roster: '导入后不会立即启用，请在“排班表”页面启用。24 小时内可以撤销。',
    },
    done: '导入完成',
    added: (kind: ImportKind, count: number) =>
      ({
        tickets: `导入了 ${count} 张工单。`,
        members: `添加了 ${count} 位队员。他们还没有邀请码，可以在“队员”页面生成。`,
        roster: `导入了排班表的 ${count} 行。新的排班表还没有启用。`,
        ords: `导入了 ${count} 条维修记录。`,
      })[kind],
    alreadyThere: (count: number) => `${count} 行已有，没有重复添加。`,
    repeatedRows: (count: number) => `${count} 行在文件中重复，只导入了一次。`,
    canUndo: '导入错了？撤销截止时间：',
    stayedOut: (count: number) => `${count} 行没有导入。下载的文件里写着每一行的原因，改好后可以直接导入。`,
    notTaken: {
      title: '没有导入的行还没有下载',
      text: '离开后就不能再下载了。要找出这些行，需要把原来的文件再检查一次。',
      leave: '不下载，离开',
    },
    downloadLeft: '下载没有导入的行（CSV）',
    leftName: (name: string) => `${name}-未导入.csv`,
    past: '最近的导入',
    noPast: '还没有导入过。导入后 24 小时内可以在这里撤销。',
    pastRow: (kind: string, count: number) => `${kind}，${count} 行`,
    by: (name: string) => spaced(`由${name}导入`),
    byCommand: '在服务器上用命令导入',
    undo: '撤销导入',
    undoUntil: '可以撤销到',
    undoQuestion: '这次导入的内容会被删除。导入后有人处理过的会保留。',
    undoOver: '已超过 24 小时，不能撤销',
    undoneRow: (removed: number) => `已撤销，删除了 ${removed} 项`,
    undone: (removed: number, kept: number) =>
      kept === 0 ? `已撤销，删除了 ${removed} 项。` : `已撤销，删除了 ${removed} 项，保留了 ${kept} 项。`,
    keptAbout: '导入后有人处理过，所以保留：',
    links: { queue: '查看工单', statistics: '查看统计', members: '查看队员', rosters: '查看排班表' },
  },
  en_US: {
    title: 'Import',
    about:
      'Import the spreadsheets you already have: repairs, members, a roster, or open repair data from other teams. You see a preview first, and no one is notified.',
    file: 'File',
    choose: 'Choose a file, or drop it here',
    chooseAbout: 'CSV or XLSX, up to 10 MB. Encoding and separators are detected.',
    another: 'Choose another file',
    tooLarge: (name, mb) =>
      `${name} is ${mb} MB; this page takes up to 10 MB. Import it on the server with the command: npm run fettle -- import <file>`,
    sending: (percent) => `Uploading: ${percent}%`,
    checking: 'Checking…',
    importing: 'Importing…',
    isCsv: (encoding) => `CSV file, encoded as ${encoding.toUpperCase()}`,
    isXlsx: 'XLSX workbook',
    reading: 'How the file is read',
    readingAbout: 'This was detected. Change anything that is wrong; the file is checked again at once.',
    kind: 'Contents',
    kinds: { tickets: 'Repairs', members: 'Members', roster: 'A roster', ords: 'Open repair data (ORDS)' },
    sheet: 'Sheet',
    dates: 'Date format',
    datesAbout: 'Some dates can be read in two ways, such as 03/04/2026.',
    datesOptions: { '': 'Please choose', day_first: 'Day first: 3 April', month_first: 'Month first: March 4' },
    unstated: 'Repairs without a status',
    unstatedAbout: 'Rows with no status, outcome or date of completion.',
    unstatedOptions: { finished: 'Repaired, collected', open: 'Waiting for a volunteer' },
    name: 'Name of the roster',
    nameAbout: 'For example “Autumn term 2026”.',
    columns: 'Columns',
    columnsAbout: (read, all, out) =>
      `${read} of ${all} ${all === 1 ? 'column is' : 'columns are'} imported.${out && ` Not imported: ${out}.`}`,
    changeColumns: 'Show or change the columns',
    noHeading: (place) => `Column ${place} (no heading)`,
    list: ', ',
    noSamples: 'Empty',
    meaning: (heading) => `Meaning of “${heading}”`,
    leftOut: 'Not imported',
    recognised: 'Detected',
    byHand: 'Chosen by you',
    missing: (fields) => `No column is “${fields}” yet. Choose it below; without it nothing can be imported.`,
    comma: '” or “',
    groups: {
      repair: 'Repair',
      device: 'Device',
      people: 'People',
      outcome: 'Outcome',
      week: 'Week',
      provider: 'Source',
    },
    values: 'What the values mean',
    valuesAbout:
      'What each value in the file becomes. Change anything that is wrong; the file is checked again at once.',
    valuesAsked: (count) =>
      `The meaning of ${count === 1 ? '1 value is' : `${count} values are`} unclear. Choose what ${count === 1 ? 'it means' : 'they mean'} to import these rows.`,
    valueCount: (count) => (count === 1 ? '1 row' : `${count} rows`),
    valueMeaning: (value, field) => `Meaning of ${field} “${value}”`,
    emptyCell: '(empty)',
    pleaseChoose: 'Please choose',
    byOthers: 'Decided by the other columns',
    noChoice: 'Not imported',
    moreValues: (count) => `${count === 1 ? '1 more value is' : `${count} more values are`} not listed.`,
    inWork: 'A repair in progress without a member of the team becomes “Waiting for a volunteer”.',
    doubles: 'Repeated rows',
    doublesAbout: (count, left) =>
      left === 0
        ? `${count === 1 ? '1 row is' : `${count} rows are`} the same as a row further up.`
        : left === count
          ? `${count === 1 ? '1 row repeats' : `${count} rows repeat`} a row further up and will not be imported again.`
          : `${count} rows repeat a row further up; ${left} of them will not be imported again.`,
    doublesChoice: 'Rows that are the same',
    doublesOptions: { each: 'Each is a repair of its own', once: 'Import them once' },
    doubleRow: (row, of) => `Row ${row} is the same as row ${of}`,
    doubleRows: 'Show which rows',
    outcome: 'Preview',
    counts: {
      good: 'To import',
      known: 'Already there',
      refused: 'With problems',
      repeated: 'Repeated',
      sentence: (good, known, refused) =>
        `${good} ${good === 1 ? 'row' : 'rows'} to import, ${known} already there, ${refused} with problems.`,
    },
    nothing: 'There are no rows to import.',
    allKnown: 'Everything in this file has been imported already. Nothing is added twice.',
    preview: (count) => (count === 1 ? 'The first row after the import' : `The first ${count} rows after the import`),
    row: 'Row',
    doubts: 'Rows to check',
    doubtsAbout: (count) => (count === 1 ? '1 problem' : `${count} problems`),
    firstDoubts: (count) =>
      `The first ${count === 1 ? 'one is' : `${count} are`} shown. The others appear once these are corrected.`,
    allDoubts: (count) => `Show all ${count}`,
    rowNumber: (row, others) =>
      others === 0 ? `Row ${row}` : `Row ${row} and ${others === 1 ? '1 other' : `${others} others`}`,
    forgotten: (count) =>
      `${count === 1 ? '1 repair is' : `${count} repairs are`} older than the team keeps personal data: the owners’ names and phone numbers are not imported.`,
    rowStaysOut: 'Row not imported',
    cellStaysOut: 'Only this value is left out',
    partStaysOut: 'The rest is imported',
    refusedAbout: (count) =>
      `${count} ${count === 1 ? 'row' : 'rows'} cannot be imported. Correct the file and choose it again, or import the good rows now and download the others afterwards.`,
    importAll: (count) => (count === 1 ? 'Import 1 row' : `Import all ${count} rows`),
    importGood: (count) => (count === 1 ? 'Import the good row' : `Import the ${count} good rows`),
    promise: {
      tickets:
        'These rows are imported together or not at all. Rows that were imported before are recognised and not added again. You can undo the import for 24 hours.',
      ords: 'These rows are imported together or not at all. Rows that were imported before are recognised and not added again. You can undo the import for 24 hours.',
      members:
        'These rows are imported together or not at all. Members who are there already are not added again. You can undo the import for 24 hours.',
      roster: 'The roster is not used until you activate it. You can undo the import for 24 hours.',
    },
    done: 'Import complete',
    added: (kind, count) =>
      ({
        tickets: count === 1 ? '1 ticket was imported.' : `${count} tickets were imported.`,
        members: `${count === 1 ? '1 member was' : `${count} members were`} added. They have no codes yet; create them under Members.`,
        roster: `${count === 1 ? '1 row' : `${count} rows`} of a roster ${count === 1 ? 'was' : 'were'} imported. It is not active yet.`,
        ords: count === 1 ? '1 repair was imported.' : `${count} repairs were imported.`,
      })[kind],
    alreadyThere: (count) => (count === 1 ? '1 row was already there.' : `${count} rows were already there.`),
    repeatedRows: (count) =>
      count === 1
        ? '1 row repeats another and was imported once.'
        : `${count} rows repeat others and were imported once.`,
    canUndo: 'Something wrong? You can undo this import until',
    stayedOut: (count) =>
      `${count === 1 ? '1 row was' : `${count} rows were`} not imported. Download the file: it says why for each row, and can be imported once corrected.`,
    notTaken: {
      title: 'You have not downloaded the rows that were left out',
      text: 'You cannot download them later. To find them, you would have to check the whole file again.',
      leave: 'Leave without them',
    },
    downloadLeft: 'Download the rows left out (CSV)',
    leftName: (name) => `${name}-left-out.csv`,
    past: 'Recent imports',
    noPast: 'Nothing has been imported yet. You can undo an import here for 24 hours.',
    pastRow: (kind, count) => `${kind}, ${count === 1 ? '1 row' : `${count} rows`}`,
    by: (name) => `by ${name}`,
    byCommand: 'on the command line',
    undo: 'Undo import',
    undoUntil: 'can be undone until',
    undoQuestion: 'Everything from this import is removed, except what people have worked on since.',
    undoOver: 'More than 24 hours ago: it cannot be undone',
    undoneRow: (removed) => `Undone: ${removed} removed`,
    undone: (removed, kept) =>
      kept === 0
        ? `The import was undone: ${removed} removed.`
        : `The import was undone: ${removed} removed, ${kept} kept.`,
    keptAbout: 'Kept because people have worked on them since:',
    links: {
      queue: 'Show the tickets',
      statistics: 'Show the statistics',
      members: 'Show the members',
      rosters: 'Show the rosters',
    },
  },
})

export function useColumnWords() {
  const { fields, flaws, told } = useTableWords()
  return { fields, flawText: (value: string, flaw: keyof typeof flaws) => told('', value, flaws[flaw]) }
}
