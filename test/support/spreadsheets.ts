import type { ImportField, ImportKind } from '#contract/imports/import-fields.ts'
import { gb18030 } from './gb18030.ts'
import { googleRoster, libreOfficeLog, wpsLog } from './workbooks.ts'

/** A table of a club, and the expected result of its import. */
export interface Spreadsheet {
  readonly file: string
  /** The club, and the program that wrote the file. */
  readonly about: string
  readonly bytes: Buffer
  readonly kind: ImportKind
  readonly format: 'csv' | 'xlsx'
  readonly encoding: string
  readonly delimiter: string
  readonly sheets: readonly string[]
  /** Options of the import. */
  readonly wish: { readonly dates?: 'day_first'; readonly name?: string }
  /** The row of the headings, and the field of each column. */
  readonly headings: number
  readonly columns: readonly (ImportField | '')[]
  /**
   * What each row says, by field, with its number. Dates and times as 2026-03-01 and 2026-03-01 15:30, states by the name of
   * the status, with `back` or `here` where it says whether its owner has it; names with commas between them.
   */
  readonly rows: readonly ({ readonly row: number } & Readonly<Partial<Record<ImportField, string>>>)[]
}

const lines = (rows: readonly string[], end = '\r\n') => rows.map((row) => row + end).join('')

/** As Excel in Chinese saves “CSV”: in the encoding of its Windows, a title that was merged over all columns, dates as it shows them. */
const chineseLog: Spreadsheet = {
  file: '维修登记表.csv',
  about: 'The repair log of a Chinese student club, saved as CSV by Excel',
  bytes: gb18030(
    lines([
      '校园义务维修队 2026 年春季维修登记表,,,,,,,,,',
      '序号,登记日期,机主,联系电话（必填）,设备名称,型号,故障描述,维修人员,状态,取走日期',
      '1,2026/3/1,李明,13800138000,电水壶,美的 MK-HJ1705,按下开关不通电,张伟,已取走,2026/3/3',
      '2,2026/3/1,王芳,139 0013 9000,笔记本电脑,联想小新 Pro 14,"开机后风扇很响,自动关机",张伟、陈静,已修好待取,',
      '3,2026/3/8,赵老师,,投影仪,爱普生 CB-X06,"灯泡不亮',
      '已用约 2000 小时",陈静,等配件,',
      '4,2026/3/8,周洋,13700137000,台灯,,灯管闪烁,,无法维修,2026/3/8',
      ',,,,,,,,,',
      '5,2026/3/15,吴敏,13600136000,电风扇,"艾美特 16"" 落地扇",不转,张伟,待处理,',
    ]),
  ),
  kind: 'tickets',
  format: 'csv',
  encoding: 'gb18030',
  delimiter: ',',
  sheets: [],
  wish: {},
  headings: 2,
  columns: ['', 'created', 'owner', 'phone', 'device', 'model', 'problem', 'workers', 'state', 'collected'],
  rows: [
    {
      row: 3,
      created: '2026-03-01',
      owner: '李明',
      phone: '13800138000',
      device: '电水壶',
      model: '美的 MK-HJ1705',
      problem: '按下开关不通电',
      workers: '张伟',
      state: 'repaired back',
      collected: '2026-03-03',
    },
    {
      row: 4,
      created: '2026-03-01',
      owner: '王芳',
      phone: '139 0013 9000',
      device: '笔记本电脑',
      model: '联想小新 Pro 14',
      problem: '开机后风扇很响,自动关机',
      workers: '张伟,陈静',
      state: 'repaired here',
    },
    {
      row: 5,
      created: '2026-03-08',
      owner: '赵老师',
      device: '投影仪',
      model: '爱普生 CB-X06',
      problem: '灯泡不亮\n已用约 2000 小时',
      workers: '陈静',
      state: 'waiting',
    },
    {
      row: 6,
      created: '2026-03-08',
      owner: '周洋',
      phone: '13700137000',
      device: '台灯',
      problem: '灯管闪烁',
      state: 'unrepairable',
      collected: '2026-03-08',
    },
    {
      row: 8,
      created: '2026-03-15',
      owner: '吴敏',
      phone: '13600136000',
      device: '电风扇',
      model: '艾美特 16" 落地扇',
      problem: '不转',
      workers: '张伟',
      state: 'submitted',
    },
  ],
}

/** Semicolons, because the decimal sign of the computer is a comma; the mark, because “CSV UTF-8” has one. */
const englishLog: Spreadsheet = {
  file: 'repair-cafe-2026.csv',
  about: 'The log of an English repair café, saved as CSV UTF-8 by Excel on a computer whose decimal sign is a comma',
  bytes: Buffer.from(
    `\uFEFF${lines([
      'Date;Item;Brand;Model;Fault;Fixer(s);Fixed?;If not, why?;What was done;Year bought',
      '07/03/2026;Toaster;Dualit;2-slot;"Lever won\'t stay down; trips the RCD";Ann Lee;Yes;;New electromagnet;2014',
      '07/03/2026;Desk lamp;Anglepoise;;Flickers;Ann Lee & Bob;Yes;;Cleaned the contacts;',
      '07/03/2026;Food processor;Kenwood;FP220;"Motor dead',
      'smell of burning";Bob;End of life;Spare parts too expensive;;2009',
      '04/04/2026;Café radio “Roberts”;Roberts;R550;No sound;;Partly fixed;;Speaker reconnected, needs a new pot;1998',
    ])}`,
  ),
  kind: 'tickets',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ';',
  sheets: [],
  wish: { dates: 'day_first' },
  headings: 1,
  columns: ['created', 'device', 'brand', 'model', 'problem', 'workers', 'outcome', 'barrier', 'remedy', 'year'],
  rows: [
    {
      row: 2,
      created: '2026-03-07',
      device: 'Toaster',
      brand: 'Dualit',
      model: '2-slot',
      problem: "Lever won't stay down; trips the RCD",
      workers: 'Ann Lee',
      outcome: 'fixed',
      remedy: 'New electromagnet',
      year: '2014',
    },
    {
      row: 3,
      created: '2026-03-07',
      device: 'Desk lamp',
      brand: 'Anglepoise',
      problem: 'Flickers',
      workers: 'Ann Lee,Bob',
      outcome: 'fixed',
      remedy: 'Cleaned the contacts',
    },
    {
      row: 4,
      created: '2026-03-07',
      device: 'Food processor',
      brand: 'Kenwood',
      model: 'FP220',
      problem: 'Motor dead\nsmell of burning',
      workers: 'Bob',
      outcome: 'end_of_life',
      barrier: 'parts_expensive',
      year: '2009',
    },
    {
      row: 5,
      created: '2026-04-04',
      device: 'Café radio “Roberts”',
      brand: 'Roberts',
      model: 'R550',
      problem: 'No sound',
      outcome: 'repairable',
      remedy: 'Speaker reconnected, needs a new pot',
      year: '1998',
    },
  ],
}

/** As WPS writes it: a merged title, one date for several rows, a format with 年月日, a formula. */
const chineseWorkbook: Spreadsheet = {
  file: '家电义诊记录.xlsx',
  about: 'The record of repair days of a Chinese community, written by WPS',
  bytes: wpsLog(),
  kind: 'tickets',
  format: 'xlsx',
  encoding: '',
  delimiter: '',
  sheets: ['义诊记录', '说明'],
  wish: {},
  headings: 3,
  columns: ['number', 'created', 'device', 'problem', 'owner', 'phone', 'workers', 'outcome', ''],
  rows: [
    {
      row: 4,
      number: 'YZ-001',
      created: '2026-03-14',
      device: '电饭煲',
      problem: '不加热',
      owner: '孙阿姨',
      phone: '13500135000',
      workers: '张伟',
      outcome: 'fixed',
    },
    {
      row: 5,
      number: 'YZ-002',
      created: '2026-03-14',
      device: '收音机',
      problem: '没有声音',
      owner: '钱大爷',
      workers: '陈静',
      outcome: 'fixed',
    },
    {
      row: 6,
      number: 'YZ-003',
      created: '2026-03-14',
      device: '电吹风',
      problem: '异味、冒火花',
      owner: '郑女士',
      phone: '13400134000',
      workers: '张伟',
      outcome: 'end_of_life',
    },
    {
      row: 7,
      number: 'YZ-004',
      created: '2026-04-18 09:30',
      device: '微波炉',
      problem: '转盘不转 <已拆>',
      owner: '冯先生',
      phone: '13300133000',
      workers: '张伟,陈静',
      outcome: 'repairable',
    },
  ],
}

/** As LibreOffice writes it: every attribute said, two sheets, a number that is no date and a date that is one. */
const englishWorkbook: Spreadsheet = {
  file: 'repairs.xlsx',
  about: 'The list of an English fixing group, written by LibreOffice',
  bytes: libreOfficeLog(),
  kind: 'tickets',
  format: 'xlsx',
  encoding: '',
  delimiter: '',
  sheets: ['Repairs', 'Prices'],
  wish: {},
  headings: 1,
  columns: ['number', 'created', 'finished', 'device', 'problem', 'owner', 'workers', 'state', ''],
  rows: [
    {
      row: 2,
      number: '101',
      created: '2026-01-10 14:15',
      finished: '2026-01-24',
      device: 'Bread maker',
      problem: 'Paddle does not turn',
      owner: 'Mrs Patel',
      workers: 'Bob',
      state: 'repaired back',
    },
    {
      row: 3,
      number: '102',
      created: '2026-01-10 15:00',
      device: 'Laptop',
      problem: 'Will not start & beeps',
      owner: 'J. Smith',
      workers: 'Ann Lee',
      state: 'waiting',
    },
    {
      row: 5,
      number: '103',
      created: '2026-01-24 10:00',
      finished: '2026-02-07',
      device: 'Lamp',
      problem: 'Loose plug',
      workers: 'Ann Lee',
      state: 'repaired here',
    },
  ],
}

/** As Excel saves “Unicode text”: two bytes a character, tabs. A student id begins with a nought. */
const memberList: Spreadsheet = {
  file: '队员名单.txt',
  about: 'The members of a Chinese student club, saved as Unicode text by Excel',
  bytes: Buffer.from(
    `\uFEFF${lines([
      '姓名\t学号\t班级\t学院\t手机号码\t是否管理员',
      '张伟\t2024010101\t电气 2401\t电气工程学院\t13800000001\t是',
      '陈静\t0024010102\t计算机 2402\t计算机学院\t138 0000 0002\t否',
      'Ann Lee\t\t\t\t+44 20 7946 0958\t',
    ])}`,
    'utf16le',
  ),
  kind: 'members',
  format: 'csv',
  encoding: 'utf-16le',
  delimiter: '\t',
  sheets: [],
  wish: {},
  headings: 1,
  columns: ['name', 'stuid', 'class', 'college', 'phone', 'admin'],
  rows: [
    {
      row: 2,
      name: '张伟',
      stuid: '2024010101',
      class: '电气 2401',
      college: '电气工程学院',
      phone: '13800000001',
      admin: 'yes',
    },
    {
      row: 3,
      name: '陈静',
      stuid: '0024010102',
      class: '计算机 2402',
      college: '计算机学院',
      phone: '138 0000 0002',
      admin: 'no',
    },
    { row: 4, name: 'Ann Lee', phone: '+44 20 7946 0958' },
  ],
}

/** As Google Sheets writes it: a week with an empty corner, several names in a cell. */
const roster: Spreadsheet = {
  file: '春季值班表.xlsx',
  about: 'Who comes when, written by Google Sheets',
  bytes: googleRoster(),
  kind: 'roster',
  format: 'xlsx',
  encoding: '',
  delimiter: '',
  sheets: ['值班表'],
  wish: { name: '2026 春季' },
  headings: 2,
  columns: ['shift', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  rows: [
    { row: 3, shift: '第1班', monday: '张伟,陈静', wednesday: 'Ann Lee', friday: '张伟' },
    { row: 4, shift: '第2班', tuesday: '陈静', thursday: '张伟,Ann Lee' },
  ],
}

export const spreadsheets = { chineseLog, englishLog, chineseWorkbook, englishWorkbook, memberList, roster } as const
