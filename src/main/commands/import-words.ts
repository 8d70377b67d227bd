import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Lang } from '#contract/languages.ts'

export interface ImportCommandWords {
  readonly kinds: { readonly [K in ImportKind]: string }
  readonly readAs: (kind: string, format: string) => string
  readonly sheet: (name: string) => string
  readonly noHeading: string
  readonly leftOut: string
  readonly missing: (fields: string) => string
  readonly counts: (rows: number, good: number, known: number, repeated: number, refused: number) => string
  readonly row: (row: number, others: number) => string
  readonly forgotten: (rows: number) => string
  readonly ords: string
  readonly values: (field: string) => string
  readonly value: (value: string, becomes: string, count: number) => string
  readonly empty: string
  readonly byOthers: string
  readonly asked: string
  readonly chooseBy: (example: string) => string
  readonly doubles: (rows: number, leftOut: number) => string
  readonly double: (row: number, of: number) => string
  readonly doublesBy: string
  readonly problems: string
  readonly cellAlone: string
  readonly nothing: string
  readonly unchanged: string
  readonly unchangedGood: string
  readonly kept: (file: string) => string
  readonly done: (added: number, known: number, repeated: number, refused: number) => string
  readonly undoBy: string
  readonly indexing: string
  readonly noImports: string
  readonly past: (rows: number) => string
  readonly canUndo: (until: string) => string
  readonly undone: string
  readonly isUndone: (id: number, removed: number, kept: number) => string
}

const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

export const importCommandWords: Readonly<Record<Lang, ImportCommandWords>> = {
  en_US: {
    kinds: { tickets: 'repairs', members: 'members', roster: 'a roster', ords: 'open repair data (ORDS)' },
    readAs: (kind, format) => `Read as ${kind} (${format}).\n`,
    sheet: (name) => `sheet “${name}”`,
    noHeading: '(no heading)',
    leftOut: 'not imported',
    missing: (fields) => `\nThese columns are missing: ${fields}. Name the columns with --columns.`,
    counts: (all, good, known, repeated, refused) =>
      `\n${rows(all)}: ${good} to import, ${known} already there, ${repeated > 0 ? `${repeated} repeated, ` : ''}${refused} with problems.`,
    row: (row, others) => `row ${row}${others > 0 ? ` and ${others} more` : ''}`,
    forgotten: (count) =>
      `\n${rows(count)} will be imported without the owner’s name and phone number, because they are older than the team keeps them.`,
    ords: 'Repairs published by other teams help in search and statistics. They are not published again as this team’s.',
    values: (field) => `\nWhat the values of “${field}” become:`,
    value: (value, becomes, count) => `  ${value}  →  ${becomes}   (${rows(count)})`,
    empty: '(empty)',
    byOthers: 'decided by the other columns',
    asked: '? please choose',
    chooseBy: (example) => `Change them with --values, for example --values '${example}'.`,
    doubles: (count, leftOut) =>
      `\n${rows(count)} ${count === 1 ? 'repeats' : 'repeat'} a row further up${leftOut > 0 ? `; ${leftOut} will not be imported again` : ''}:`,
    double: (row, of) => `  row ${row} is the same as row ${of}`,
    doublesBy: 'Rows that are the same: --doubles once imports them once, --doubles each imports every one.',
    problems: '\nProblems:',
    cellAlone: ' (only this value is left out)',
    nothing: '\nThere is nothing to import.',
    unchanged: '\nNothing was changed. To import it, with the same options:',
    unchangedGood: '\nNothing was changed. Correct the file, or import only the good rows, with the same options:',
    kept: (file) => `The rows that were left out are in ${file}.`,
    done: (added, known, repeated, refused) =>
      `${rows(added)} imported, ${known} already there, ${repeated > 0 ? `${repeated} repeated, ` : ''}${refused} left out.`,
    undoBy: 'You can undo this for 24 hours: import --list shows how.',
    indexing: 'Lists and searches are slower until the running service has indexed them.',
    noImports: 'Nothing has been imported yet.',
    past: rows,
    canUndo: (until) => `can be undone until ${until}`,
    undone: 'undone',
    isUndone: (id, removed, kept) =>
      `Import ${id} was undone: ${removed} removed, ${kept} kept because people have worked on them since.`,
  },
  zh_CN: {
    kinds: { tickets: '维修记录', members: '队员名单', roster: '排班表', ords: '开放维修数据（ORDS）' },
    readAs: (kind, format) => `识别为${kind}（${format}）。\n`,
    sheet: (name) => `工作表“${name}”`,
    noHeading: '（没有表头）',
    leftOut: '不导入',
    missing: (fields) => `\n缺少这些列：${fields}。请用 --columns 指定各列。`,
    counts: (all, good, known, repeated, refused) =>
      `\n共 ${all} 行：将导入 ${good} 行，已有 ${known} 行，${repeated > 0 ? `重复 ${repeated} 行，` : ''}有问题 ${refused} 行。`,
    row: (row, others) => `第 ${row} 行${others > 0 ? `和另外 ${others} 行` : ''}`,
    forgotten: (count) => `\n有 ${count} 行超过了团队保存个人信息的期限，报修人的姓名和电话不会导入。`,
    ords: '其他团队公开的维修记录可以搜索，也计入统计，但不会作为本团队的记录再次公开。',
    values: (field) => `\n“${field}”的值会变成：`,
    value: (value, becomes, count) => `  ${value}  →  ${becomes}   （${count} 行）`,
    empty: '（空）',
    byOthers: '由其他列决定',
    asked: '？请选择',
    chooseBy: (example) => `可以用 --values 修改，例如 --values '${example}'。`,
    doubles: (count, leftOut) =>
      `\n有 ${count} 行与前面的行重复${leftOut > 0 ? `，其中 ${leftOut} 行不会再导入` : ''}：`,
    double: (row, of) => `  第 ${row} 行与第 ${of} 行相同`,
    doublesBy: '完全相同的行：加上 --doubles once 只导入一次，加上 --doubles each 每一行都导入。',
    problems: '\n有问题的地方：',
    cellAlone: '（只是不导入这个值）',
    nothing: '\n没有可以导入的行。',
    unchanged: '\n还没有改动任何内容。要导入，请用同样的选项运行：',
    unchangedGood: '\n还没有改动任何内容。请改正文件，或用同样的选项只导入没有问题的行：',
    kept: (file) => `没有导入的行在 ${file} 中。`,
    done: (added, known, repeated, refused) =>
      `导入了 ${added} 行，已有 ${known} 行，${repeated > 0 ? `重复 ${repeated} 行，` : ''}没有导入 ${refused} 行。`,
    undoBy: '24 小时内可以撤销：运行 import --list 查看。',
    indexing: '正在运行的服务会逐步建立索引，在此之前列表和搜索会慢一些。',
    noImports: '还没有导入过。',
    past: (count) => `${count} 行`,
    canUndo: (until) => `可以撤销到 ${until}`,
    undone: '已撤销',
    isUndone: (id, removed, kept) =>
      `导入 ${id} 已撤销：删除了 ${removed} 项，保留了 ${kept} 项，因为导入后有人处理过。`,
  },
}
