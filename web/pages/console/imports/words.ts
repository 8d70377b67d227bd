import type { ImportKind } from '#contract/imports/import-fields.ts'
import * as en_US from '#contract/words/imports-en_US.ts'
import * as zh_CN from '#contract/words/imports-zh_CN.ts'
import { translated } from '#web/lib/translated.ts'

/** The service uses the same names in the file of refused rows. */
const useTableWords = translated({ zh_CN: zh_CN.importWords, en_US: en_US.importWords })

export const useImportWords = translated({
  zh_CN: {
    title: '导入',
    about:
      '把以前的表格搬进来：维修记录、队员名单、值班表，或别的团队公开的维修数据。先检查，再导入；不会给任何人发消息。',
    file: '表格文件',
    choose: '选择文件，或把它拖到这里',
    chooseAbout: 'CSV 或 XLSX，最大 10 MB。编码和分隔符会自动识别。',
    another: '换一个文件',
    tooLarge: (name: string, mb: number) =>
      `${name} 有 ${mb} MB，超过网页能上传的 10 MB。请在服务器上用命令导入：npm run fettle -- import <文件>`,
    gone: (name: string) => `无法读取 ${name}。请确认它是一个文件，而且没有被移走。`,
    sending: (percent: number) => `正在上传：${percent}%`,
    checking: '正在检查…',
    importing: '正在导入…',
    isCsv: (encoding: string) => `CSV 文件，编码 ${encoding.toUpperCase()}`,
    isXlsx: 'XLSX 工作簿',
    reading: '怎样读取',
    readingAbout: '下面是自动识别的结果，不对的地方可以改，改了会立刻重新检查。',
    kind: '表格内容',
    kinds: { tickets: '维修记录', members: '队员名单', roster: '值班表', ords: '开放维修数据（ORDS）' },
    sheet: '工作表',
    dates: '日期的写法',
    datesAbout: '有的日期两种读法都说得通，例如 03/04/2026。',
    datesOptions: { '': '请选择', day_first: '日在前：4 月 3 日', month_first: '月在前：3 月 4 日' },
    unstated: '没有写状态的维修',
    unstatedAbout: '表格没有说明进展的那些行。',
    unstatedOptions: { finished: '早已结束', open: '还没有修' },
    name: '值班表名称',
    nameAbout: '例如“2026 秋季学期”。导入后不会立即启用。',
    columns: '各列的含义',
    columnsAbout: (read: number, all: number) => `共 ${all} 列，读取 ${read} 列。`,
    noHeading: (place: number) => `第 ${place} 列（没有表头）`,
    noSamples: '没有内容',
    meaning: (heading: string) => `“${heading}”是什么`,
    leftOut: '不导入',
    recognised: '已识别',
    byHand: '手动选择',
    missing: (fields: string) => `还没有哪一列是${fields}，没有它就无法导入。请在下面指定。`,
    comma: '、',
    groups: { repair: '维修', device: '设备', people: '人员', outcome: '维修结果', week: '值班', provider: '数据来源' },
    outcome: '将会导入什么',
    counts: {
      good: '可以导入',
      known: '已经有了',
      refused: '有问题',
      sentence: (good: number, known: number, refused: number) =>
        `可以导入 ${good} 行，已经有了 ${known} 行，有问题 ${refused} 行。`,
    },
    nothing: '没有可以导入的行。',
    allKnown: '这个文件里的内容都已经导入过，不会重复添加。',
    preview: (count: number) => `前 ${count} 行，导入后是这样`,
    row: '行',
    doubts: '需要看一下的行',
    doubtsAbout: (count: number) => `${count} 处`,
    firstDoubts: (count: number) => `最多显示 ${count} 处，其余的在改正之后会再显示。`,
    allDoubts: (count: number) => `全部显示（${count}）`,
    rowNumber: (row: number, others: number) => (others === 0 ? `第 ${row} 行` : `第 ${row} 行和另外 ${others} 行`),
    forgotten: (count: number) =>
      `有 ${count} 件维修结束已久，超过了团队保存个人信息的期限：它们的姓名和电话不会导入。`,
    rowStaysOut: '整行不导入',
    cellStaysOut: '只略过这一格',
    partStaysOut: '其余照常导入',
    refusedAbout: (count: number) =>
      `有 ${count} 行不能导入。可以改正文件后重新选择，也可以只导入没有问题的行，导入之后把其余的下载下来慢慢改。`,
    importAll: (count: number) => `全部导入（${count} 行）`,
    importGood: (count: number) => `只导入没有问题的 ${count} 行`,
    promise: '要么全部写入，要么什么都不写；同一个文件再导入一次不会重复。',
    done: '导入完成',
    added: (kind: ImportKind, count: number) =>
      ({
        tickets: `导入了 ${count} 张工单。`,
        members: `添加了 ${count} 位队员。他们还没有邀请码，可以在队员页面生成。`,
        roster: `导入了值班表的 ${count} 行。新的值班表还没有启用。`,
        ords: `导入了 ${count} 条维修记录。`,
      })[kind],
    alreadyThere: (count: number) => `${count} 行本来就有，没有再添加。`,
    stayedOut: (count: number) => `${count} 行没有导入。下载的文件里写着每一行的原因，改好之后可以直接再导入。`,
    notTaken: {
      title: '没有导入的行还没有下载',
      text: '离开之后就不能再下载了；要找出它们，得把原来的文件再检查一次。',
      leave: '不下载，离开',
    },
    downloadLeft: '下载没有导入的行（CSV）',
    leftName: (name: string) => `${name}-未导入.csv`,
    past: '最近的导入',
    noPast: '还没有导入过。导入之后 24 小时内可以在这里撤销。',
    pastRow: (kind: string, count: number) => `${kind}，${count} 行`,
    by: (name: string) => `由${name}导入`,
    byCommand: '在服务器上用命令导入',
    undo: '撤销导入',
    undoQuestion: '这次导入的内容会被删除。之后有人处理过的会保留。',
    undoOver: '已超过 24 小时，不能撤销',
    undoneRow: (removed: number) => `已撤销，删除了 ${removed} 项`,
    undone: (removed: number, kept: number) =>
      kept === 0 ? `已撤销，删除了 ${removed} 项。` : `已撤销，删除了 ${removed} 项，保留了 ${kept} 项。`,
    keptAbout: '导入之后有人处理过，所以保留：',
    links: { queue: '查看工单', statistics: '查看统计', members: '查看队员', rosters: '查看值班表' },
  },
  en_US: {
    title: 'Import',
    about:
      'Brings in what the team has in spreadsheets: repairs, members, a roster, or open repair data of others. It is checked first, and nobody is sent a message.',
    file: 'The file',
    choose: 'Choose a file, or drop it here',
    chooseAbout: 'CSV or XLSX, up to 10 MB. Encoding and separators are recognised.',
    another: 'Choose another file',
    tooLarge: (name, mb) =>
      `${name} has ${mb} MB; pages take 10 MB at most. Import it on the server with the command: npm run fettle -- import <file>`,
    gone: (name) => `${name} cannot be read. Is it a file, and still where it was?`,
    sending: (percent) => `Uploading: ${percent}%`,
    checking: 'Checking…',
    importing: 'Importing…',
    isCsv: (encoding) => `CSV file, written as ${encoding.toUpperCase()}`,
    isXlsx: 'XLSX workbook',
    reading: 'How it is read',
    readingAbout: 'This is what was recognised. Change what is wrong; it is then checked again.',
    kind: 'What it holds',
    kinds: { tickets: 'Repairs', members: 'Members', roster: 'A roster', ords: 'Open repair data (ORDS)' },
    sheet: 'Sheet',
    dates: 'How dates are written',
    datesAbout: 'Some dates can be read in two ways, such as 03/04/2026.',
    datesOptions: { '': 'Please choose', day_first: 'Day first: 3 April', month_first: 'Month first: March 4' },
    unstated: 'Repairs without a status',
    unstatedAbout: 'The table does not say how far they are.',
    unstatedOptions: { finished: 'Over and done with', open: 'Still to be done' },
    name: 'Name of the roster',
    nameAbout: 'Such as “Autumn term 2026”. It is not the current one until you say so.',
    columns: 'What the columns are',
    columnsAbout: (read, all) => `${read} of ${all} ${all === 1 ? 'column is' : 'columns are'} read.`,
    noHeading: (place) => `Column ${place} (no heading)`,
    noSamples: 'Nothing in it',
    meaning: (heading) => `What “${heading}” is`,
    leftOut: 'Left out',
    recognised: 'Recognised',
    byHand: 'Chosen by hand',
    missing: (fields) => `No column is “${fields}” yet, and nothing can come in without it. Choose it below.`,
    comma: '”, “',
    groups: {
      repair: 'The repair',
      device: 'The device',
      people: 'People',
      outcome: 'What became of it',
      week: 'The week',
      provider: 'Where it comes from',
    },
    outcome: 'What would come in',
    counts: {
      good: 'Would come in',
      known: 'Already there',
      refused: 'With problems',
      sentence: (good, known, refused) =>
        `${good} ${good === 1 ? 'row' : 'rows'} would come in, ${known} ${known === 1 ? 'is' : 'are'} there already, ${refused} ${refused === 1 ? 'has' : 'have'} problems.`,
    },
    nothing: 'There is no row that could come in.',
    allKnown: 'All of this file is there already. Nothing is added twice.',
    preview: (count) =>
      count === 1 ? 'The first row as it would come in' : `The first ${count} rows as they would come in`,
    row: 'Row',
    doubts: 'Rows to look at',
    doubtsAbout: (count) => (count === 1 ? '1 thing' : `${count} things`),
    firstDoubts: (count) =>
      `The first ${count === 1 ? 'one is' : `${count} are`} shown. Others appear once these are corrected.`,
    allDoubts: (count) => `Show all ${count}`,
    rowNumber: (row, others) =>
      others === 0 ? `Row ${row}` : `Row ${row} and ${others === 1 ? '1 other' : `${others} others`}`,
    forgotten: (count) =>
      `Names and phones of ${count === 1 ? '1 repair' : `${count} repairs`} stay out: they are older than the team keeps them.`,
    rowStaysOut: 'The row stays out',
    cellStaysOut: 'Only this cell is left out',
    partStaysOut: 'The rest comes in',
    refusedAbout: (count) =>
      `${count} ${count === 1 ? 'row' : 'rows'} cannot come in. Correct the file and choose it again, or import the good rows alone and download the others afterwards.`,
    importAll: (count) => (count === 1 ? 'Import 1 row' : `Import all ${count} rows`),
    importGood: (count) => (count === 1 ? 'Import the good row' : `Import the ${count} good rows`),
    promise: 'Either all of it is written or nothing. The same file imported again adds nothing.',
    done: 'It is imported',
    added: (kind, count) =>
      ({
        tickets: count === 1 ? '1 ticket came in.' : `${count} tickets came in.`,
        members: `${count === 1 ? '1 member was' : `${count} members were`} added. They have no codes yet; make them on the page of members.`,
        roster: `${count === 1 ? '1 row' : `${count} rows`} of a roster came in. It is not the current one yet.`,
        ords: count === 1 ? '1 repair came in.' : `${count} repairs came in.`,
      })[kind],
    alreadyThere: (count) => (count === 1 ? '1 row was there already.' : `${count} rows were there already.`),
    stayedOut: (count) =>
      `${count === 1 ? '1 row' : `${count} rows`} stayed out. The file to download says why; once corrected it can be imported as it is.`,
    notTaken: {
      title: 'The rows that stayed out are not downloaded',
      text: 'They cannot be downloaded later; to find them, the whole file would have to be checked again.',
      leave: 'Leave without them',
    },
    downloadLeft: 'Download what stayed out (CSV)',
    leftName: (name) => `${name}-left-out.csv`,
    past: 'Recent imports',
    noPast: 'Nothing was imported yet. An import can be undone here for 24 hours.',
    pastRow: (kind, count) => `${kind}, ${count === 1 ? '1 row' : `${count} rows`}`,
    by: (name) => `by ${name}`,
    byCommand: 'on the command line',
    undo: 'Undo import',
    undoQuestion: 'What came in will be removed. What people have worked with since stays.',
    undoOver: 'More than 24 hours ago: it cannot be undone',
    undoneRow: (removed) => `Undone: ${removed} removed`,
    undone: (removed, kept) =>
      kept === 0
        ? `The import is undone: ${removed} removed.`
        : `The import is undone: ${removed} removed, ${kept} kept.`,
    keptAbout: 'Kept because people have worked with them since the import:',
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
