import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ImportField, type ImportKind, importFields, importKinds } from '#contract/imports/import-fields.ts'
import { memberHeadings, ticketHeadings } from './heading-words.ts'
import { headingRow, recognizedFields, recognizedKind } from './headings.ts'
import { lettersAndDigits } from './normalize.ts'

const each = (list: string) => list.trim().split(/\s*[|\n]\s*/)

/** Which of some headings mean something else than they should. */
const wrong = (kind: ImportKind, field: ImportField, list: string) =>
  each(list).filter((heading) => recognizedFields(kind, [heading])[0] !== field)

describe('headings of ticket tables', () => {
  const lists: Partial<Record<ImportField, string>> = {
    number: '编号|单号|工单号|维修单号|流水号|Ticket no.|ticket #|Job number|ID|Ref',
    created:
      '报修时间|日期|送修日期|登记日期|登记时间|接件日期|收机日期|提交时间|报修日期（必填）|日 期|活动日期|Date|Date in|date received|DATE OF REPAIR|Timestamp|Event date|Received:|Intake date|check-in',
    finished:
      '完成时间|完成日期|修好日期|结单时间|维修完成时间|日期（完成）|Finished|Date finished|Completed on|completion date|Date fixed',
    collected: '取走时间|取机日期|领取日期|归还时间|Collected|Date collected|Pick-up date|picked up|date returned',
    state: '状态|维修状态|进度|处理情况|当前状态|Status|Current status|State|repair status',
    type: '类型|设备类型|类别|Type|Device type|kind',
    device:
      '设备|设备名称|电器名称|物品|报修设备|维修物品|产品名称|品名|机器|设备名称（必填）|1、报修设备|Device|Item|Appliance|Product|What is it?|item brought in|Equipment',
    model:
      '型号|设备型号|品牌型号|品牌/型号|品牌及型号|规格型号|Model|Model no.|Make/Model|Brand & model|make and model',
    problem:
      '故障|问题|故障描述|故障现象|问题描述|报修内容|故障原因|情况说明|3、请描述故障现象|备注|Problem|Fault|Fault description|Issue|What is wrong?|What’s wrong|Description|symptoms|Notes',
    owner:
      '机主|姓名|报修人|送修人|联系人|客户姓名|您的姓名|2. 您的姓名（必填）|姓 名|Owner|Name|Customer name|Visitor|Contact person|owner’s name',
    phone:
      '电话|手机|手机号|联系电话|联系方式|电话（必填）|手机号码 *|*联系电话|电话号码【必填】|Phone|Tel.|Mobile no.|Telephone number|Contact number|PHONE',
    workers:
      '维修人|维修人员|维修员|接单人|负责人|处理人|志愿者|维修志愿者|Repaired by|Fixer|Volunteer(s)|Repairer|technician|Assigned to',
    outcome: '结果|维修结果|处理结果|是否修复|Outcome|Result|Fixed?|Repaired?|Was it fixed?',
    barrier: '未修好原因|无法维修原因|Barrier|Reason not fixed|If not, why?',
    category: '品类|产品类别|设备分类|分类|Category|Product category',
    brand: '品牌|牌子|厂家|制造商|Brand|Make|Manufacturer',
    year: '出厂年份|生产年份|购买年份|Year|Year of manufacture|Year bought',
    remedy:
      '处理方法|解决方法|维修过程|维修方案|更换配件|处理办法|Remedy|Solution|What was done|Work done|Action taken|Repair notes',
  }
  for (const [field, list] of Object.entries(lists))
    test(`headings in a ticket table for the field ${field} are recognised`, () => {
      assert.deepEqual(wrong('tickets', field as ImportField, list), []) // the table's keys
    })

  test('columns of a ticket table that do not belong to a repair, or only number the rows, are ignored', () => {
    for (const heading of [
      '',
      '序号',
      '#',
      'No.',
      '签名',
      '照片',
      '天气',
      'signature',
      'Weight',
      '2026',
      '李明',
      '维修登记表',
      '×'.repeat(80),
    ])
      assert.deepEqual(recognizedFields('tickets', [heading]), [''], heading)
  })

  test('of two equal headings the first is used, and of two with the same meaning the more specific one', () => {
    assert.deepEqual(recognizedFields('tickets', ['日期', '设备', '日期', '设备']), ['created', 'device', '', ''])
    assert.deepEqual(recognizedFields('tickets', ['备注', '故障']), ['remarks', 'problem'])
    assert.deepEqual(recognizedFields('tickets', ['故障', '备注']), ['problem', 'remarks'])
    assert.deepEqual(recognizedFields('tickets', ['notes', 'fault', 'date', 'date']), [
      'remarks',
      'problem',
      'created',
      '',
    ])
    assert.deepEqual(recognizedFields('tickets', ['', '', '设备']), ['', '', 'device'])
  })
})

describe('headings of member tables', () => {
  const lists: Partial<Record<ImportField, string>> = {
    name: '姓名|成员姓名|队员|志愿者姓名|姓 名|姓名（必填）|Name|Full name|Member|volunteer',
    phone: '电话|手机号|联系方式|联系电话|Phone|Mobile|Tel',
    stuid: '学号|工号|学号/工号|Student ID|Student no.|matriculation number',
    class: '班级|专业班级|年级|专业|Class|Course|Major',
    college: '学院|院系|部门|所属学院|College|Faculty|Department|School',
    admin: '管理员|是否管理员|权限|Admin|Administrator?|Role',
  }
  for (const [field, list] of Object.entries(lists))
    test(`headings in a member table for the field ${field} are recognised`, () =>
      assert.deepEqual(wrong('members', field as ImportField, list), [])) // the table's keys
})

describe('headings of rosters', () => {
  const lists: Partial<Record<ImportField, string>> = {
    shift: '班次|时间|时段|节次|值班时间|时间/星期|Shift|Time|Slot|time slot',
    monday: '周一|星期一|礼拜一|周1|一|周一 3/2|周一（3月2日）|Monday|Mon|Mon.|Mon 2 March|MONDAY|Mondays',
    tuesday: '周二|星期二|Tue|Tues|Tuesday',
    wednesday: '周三|Wed|Weds|Wednesday',
    thursday: '周四|Thu|Thur|Thurs|Thursday',
    friday: '周五|Fri|Friday',
    saturday: '周六|星期六|Sat|Saturday',
    sunday: '周日|周天|星期日|星期天|礼拜天|周7|日|Sun|Sunday',
  }
  for (const [field, list] of Object.entries(lists))
    test(`headings in a roster for the column ${field} are recognised`, () =>
      assert.deepEqual(wrong('roster', field as ImportField, list), [])) // the table's keys

  test('the corner cell of a roster may be empty', () => {
    assert.deepEqual(recognizedFields('roster', ['', '周一', '周二']), ['shift', 'monday', 'tuesday'])
    assert.deepEqual(recognizedFields('roster', ['春季学期', 'Mon', 'Tue']), ['shift', 'monday', 'tuesday'])
    assert.deepEqual(recognizedFields('roster', ['周一', '周二', '班次']), ['monday', 'tuesday', 'shift'])
  })
})

test('no heading has two meanings in one kind of table', () => {
  for (const headings of [ticketHeadings, memberHeadings]) {
    const all = Object.entries(headings).flatMap(([field, list]) =>
      each(list).map((word) => ({ field, word: lettersAndDigits(word) })),
    )
    const several = [...Map.groupBy(all, ({ word }) => word)].filter(
      ([, found]) => new Set(found.map(({ field }) => field)).size > 1,
    )
    assert.deepEqual(
      several.map(([word]) => word),
      [],
    )
  }
})

describe('kinds of tables', () => {
  const tables: [ImportKind | undefined, string][] = [
    ['tickets', '序号|日期|机主|电话|设备|型号|故障|维修人|状态'],
    ['tickets', 'Date|Item|Fault|Fixer|Fixed?'],
    ['tickets', 'Timestamp|Your name|Phone|Device|What is wrong?'],
    ['tickets', '提交时间|1、您的姓名|2、您的电话|3、设备名称|4、故障描述'],
    ['tickets', '姓名|联系电话|设备'],
    ['tickets', '日期|志愿者|电话'],
    ['members', '姓名|学号|班级|学院|手机号|是否管理员'],
    ['members', '姓名|电话'],
    ['members', 'Name|Phone'],
    ['members', 'Name|Student ID|Class|College|Phone'],
    ['roster', '|周一|周二|周三|周四|周五'],
    ['roster', '时间|星期一|星期二|星期三|星期四|星期五|星期六|星期日'],
    ['roster', 'Shift|Mon|Tue|Wed|Thu|Fri'],
    ['ords', importFields.ords.join('|')],
    [
      'ords',
      'id|data_provider|country|partner_product_category|product_category|brand|year_of_manufacture|repair_status|event_date|problem',
    ],
    [undefined, 'a|b|c'],
    [undefined, '|||'],
    [undefined, '2026-03-01|12|99'],
  ]
  for (const [kind, headings] of tables)
    test(`a table with the headings ${headings} is recognised as ${kind}`, () =>
      assert.equal(recognizedKind(headings.split('|')), kind))

  test('the field names of exports are known in every kind of table', () => {
    for (const kind of importKinds) {
      assert.deepEqual(recognizedFields(kind, importFields[kind]), [...importFields[kind]])
      assert.equal(recognizedKind(importFields[kind]), kind)
    }
  })
})

test('the first row with two known headings is the heading row, so a title may stand above it', () => {
  assert.equal(
    headingRow([['维修登记表'], ['2026 春季学期', '', ''], ['日期', '设备', '故障'], ['2026/3/1', '电水壶', '不通电']]),
    2,
  )
  assert.equal(
    headingRow([
      ['日期', '设备'],
      ['2026/3/1', '日期'],
    ]),
    0,
  )
  assert.equal(headingRow([['Repair café 2026'], ['Date', 'Item']]), 1)
  assert.equal(headingRow([['值班表'], ['', '周一', '周二']]), 1)
  assert.equal(
    headingRow([
      ['a', 'b'],
      ['c', 'd'],
    ]),
    0,
  )
  assert.equal(headingRow([]), 0)
})
