import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { categories, type StatusName, statuses, ticketTypes } from '#contract/codes.ts'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import {
  barrierIn,
  categoryIn,
  isWorkStatus,
  namesInCell,
  outcomeIn,
  phoneIn,
  stateIn,
  typeIn,
  yesIn,
} from './words.ts'

/** Words, several to a line, separated by bars. */
const each = (list: string) => list.trim().split(/\s*[|\n]\s*/)

describe('imported ticket statuses', () => {
  const lists: Record<StatusName, string> = {
    submitted: `待处理|待维修|待修|未处理|未接单|待接单|待分配|未开始|未完成|新报修|已提交|排队中|等待维修|未修|New|open|Pending|submitted|queued|To do
      not started|unassigned|Waiting list|not yet done|registered|否`,
    accepted: '已接单|已受理|已分配|已认领|已收件|已派单|accepted|Assigned|claimed|received|booked in|checked in',
    diagnosing: '检测中|检修中|诊断中|排查中|检查中|diagnosing|Testing|being checked|under investigation|inspecting',
    repairing:
      '维修中|在修|修理中|处理中|进行中|正在维修|返修|repairing|In progress|in-progress|WIP|being repaired|Under repair|on the bench|ongoing',
    waiting: `等配件|等待配件|等零件|待料|待确认|等机主回复|缺件|暂停|挂起|已寄修|返厂|waiting for parts|Waiting for part|on hold|parts ordered|awaiting reply|needs part
      will come back|paused`,
    repaired: `已修好|修好|修好了|已完成|完成|完工|已维修|已修复|已解决|正常使用|结单|已结束|好了|搞定|成功|√|✓|是|Fixed|fixed!|Repaired|done|Done ✓|complete|Completed|finished
      closed|resolved|success|works now|working|OK|ok|mended|Yes`,
    unrepairable: `无法维修|无法修复|修不了|修不好|不能修|未修好|没修好|未修复|维修失败|报废|无维修价值|放弃维修|not fixed|Not repaired|unrepairable|irreparable|beyond repair
      could not fix|couldn't fix|cannot be repaired|can't repair|failed|End of life|EOL|scrapped|not fixable|dead|Repairable`,
    cancelled: '已取消|取消|作废|撤单|机主不修了|cancelled|canceled|Withdrawn|no show|no-show|void',
  }
  for (const [name, list] of Object.entries(lists))
    test(`words for the ticket status ${name} are recognised`, () => {
      const wrong = each(list).filter((word) => stateIn(word)?.status !== statuses[name as StatusName]) // the table's keys
      assert.deepEqual(wrong, [])
    })

  test('words for a ticket status also say whether the owner has collected the device', () => {
    const of = (list: string) => [
      ...new Set(each(list).map((word) => `${stateIn(word)?.status} ${stateIn(word)?.collected}`)),
    ]
    assert.deepEqual(
      of(
        '待取|已修好待取|修好，未取|可取机|已通知来取|待领取|未领取|ready|Ready for collection|fixed, awaiting collection|not collected|repaired - to be collected',
      ),
      [`${statuses.repaired} false`],
    )
    assert.deepEqual(
      of('已取走|已取|修好已取|已领走|已归还|已交付|collected|Picked up|fixed and returned|handed back|delivered'),
      [`${statuses.repaired} true`],
    )
    assert.deepEqual(of('未修好，已取走|无法维修已归还|not fixed, collected|could not fix - returned'), [
      `${statuses.unrepairable} true`,
    ])
    assert.deepEqual(of('未修好待取|无法维修，待取回|not fixed, ready for collection'), [
      `${statuses.unrepairable} false`,
    ])
    assert.deepEqual(of('已修好|fixed'), [`${statuses.repaired} undefined`])
  })

  test('an unclear word for a ticket status is never taken for “repaired”', () => {
    for (const word of each(
      '不正常|快好了|not working|预计周五完成|完成80%|基本修好|almost done|not OK|to be fixed soon|修好了吗？|维修中，等待取件|维修中，已修好一半',
    ))
      assert.ok(
        [statuses.submitted, statuses.repairing, undefined].some((one) => one === stateIn(word)?.status),
        word,
      )
  })

  test('a text that is no ticket status has none', () => {
    for (const word of ['', '李明', '2026', '蓝色', 'kettle', '电水壶', '？', 'n/a', '138 0013 8000', 'x'.repeat(100)])
      assert.equal(stateIn(word), undefined, word)
  })
})

describe('imported outcomes', () => {
  const lists: Record<Outcome, string> = {
    fixed:
      'Fixed|fixed|Repaired|Yes|success|solved|Fixed!|works again|mended|修好|已修好|已修复|修复成功|成功|已解决|更换电池|是|√|完成',
    repairable:
      'Repairable|Partly fixed|partially fixed|Not fixed|not repaired|not yet fixed|needs a new part|will come back|Advice given|No|可修|部分修复|未修好|没修好|缺配件|否|失败',
    end_of_life:
      'End of life|End-of-life|end_of_life|EOL|Not repairable|unrepairable|beyond repair|cannot be repaired|scrapped|报废|无法修复|无法维修|修不好|无维修价值|不能修了',
    unknown: 'Unknown|unknown|?|N/A|not recorded|not sure|未知|不清楚|不明|不确定',
  }
  for (const [name, list] of Object.entries(lists))
    test(`words for the outcome ${name} are recognised`, () => {
      assert.deepEqual(
        each(list).filter((word) => outcomeIn(word) !== name),
        [],
      )
    })

  test('words for work in progress are no outcome', () => {
    for (const word of each(
      '维修中|等配件|正常维修中|待修|检测中，已更换电池|in progress|waiting for parts|being repaired|on hold|快好了|not working',
    ))
      assert.equal(outcomeIn(word), undefined, word)
    for (const word of each('维修中|等配件|待修|in progress|waiting for parts|on hold'))
      assert.equal(isWorkStatus(word), true, word)
    for (const word of each('已修好|是|新|2026|备用')) assert.equal(isWorkStatus(word), false, word)
  })

  test('a text that is no outcome has none, and our own names of outcomes are all recognised', () => {
    for (const word of ['', '李明', '蓝色', 'kettle', '2026']) assert.equal(outcomeIn(word), undefined, word)
    for (const name of outcomes)
      for (const word of [name, ...Object.values(words).map((one) => one.outcomes[name])])
        assert.equal(outcomeIn(word), name, word)
  })
})

describe('imported reasons for failed repairs', () => {
  const lists: Record<Barrier, string> = {
    parts_unavailable:
      'Spare parts not available|no spare parts|parts unavailable|part discontinued|没有配件|买不到配件|配件停产|缺零件|找不到零件|零件买不到',
    parts_expensive:
      'Spare parts too expensive|parts cost too much|too expensive|not worth it|uneconomic|配件太贵|零件价格高|太贵了|维修成本高',
    cannot_open:
      "No way to open product|No way to open the product|could not open|can't open|cannot be opened|glued shut|sealed unit|无法拆开|拆不开|打不开|胶封",
    no_information:
      'Repair information not available|no service manual|no schematics|lack of information|没有维修资料|没有图纸|缺资料|没有电路图',
    no_equipment:
      'Lack of equipment|no tools|missing tools|no suitable equipment|缺少工具设备|缺工具|没有仪器|没有合适的工具',
    worn_out:
      'Item too worn out|Too worn out|worn out|corroded|rusted through|too old|老化严重|磨损严重|太旧了|腐蚀|烧毁',
  }
  for (const [name, list] of Object.entries(lists))
    test(`words for the barrier ${name} are recognised`, () => {
      assert.deepEqual(
        each(list).filter((word) => barrierIn(word) !== name),
        [],
      )
    })

  test('a text that is no barrier has none, and our own names of barriers are all recognised', () => {
    for (const word of ['', '李明', '其他', 'other', '2026']) assert.equal(barrierIn(word), undefined, word)
    for (const name of barriers)
      for (const word of [name, ...Object.values(words).map((one) => one.barriers[name])])
        assert.equal(barrierIn(word), name, word)
  })
})

describe('imported product categories', () => {
  test('a product category is recognised by its number and by its names', () => {
    for (const [name, code] of Object.entries(categories)) {
      const own = Object.values(words).map((one) => one.codes.category[name as keyof typeof categories]) // the table's keys
      for (const word of [name, String(code), ...own, ...own.map((one) => one.toUpperCase())])
        assert.equal(categoryIn(word), code, word)
    }
  })

  test('a product category is recognised by everyday words', () => {
    const expected: [string, number][] = [
      ['笔记本', 16],
      ['笔 记 本', 16],
      ['台式机', 4],
      ['电风扇', 7],
      ['显示器', 8],
      ['打印机', 25],
      ['吹风机', 39],
      ['电饭煲', 29],
      ['电热水壶', 14],
      ['台灯', 15],
      ['手机', 19],
      ['Hairdryer', 39],
      ['vacuum cleaner', 34],
      ['Mobile phone', 19],
      ['TV', 8],
      ['coffee machine', 36],
      ['Hi-Fi', 12],
      ['其它', 18],
    ]
    for (const [word, code] of expected) assert.equal(categoryIn(word), code, word)
  })

  test('a text that is no product category has none', () => {
    for (const word of ['', '0', '41', '99', '1.5', '手机壳', '电脑椅', 'printer cable', '李明'])
      assert.equal(categoryIn(word), undefined, word)
  })
})

test('a device is classed as an appliance or a computer', () => {
  for (const word of each(
    '电脑|笔记本电脑|计算机|台式机|手机|平板|Computer|laptop|PC|Desktop|smartphone|IT|电脑软件|重装系统',
  ))
    assert.equal(typeIn(word), ticketTypes.computer, word)
  for (const word of each(
    '家电|电器|小家电|家用电器|风扇|Appliance|appliances|Small electricals|household|Electronics|其他|电饭煲|电脑椅和电器',
  ))
    assert.equal(typeIn(word), ticketTypes.appliance, word)
  for (const word of ['', '电脑椅', '李明', 'with']) assert.equal(typeIn(word), undefined, word)
})

test('words for yes and no are recognised in both languages', () => {
  for (const word of each('是|有|√|✓|✔|1|Y|yes|YES|true|TRUE|管理员|Admin|ｙ')) assert.equal(yesIn(word), true, word)
  for (const word of each('否|无|不是|×|0|N|no|false|FALSE|-|/|队员|普通成员|member|ｎ'))
    assert.equal(yesIn(word), false, word)
  for (const word of ['', 'x', 'X', '也许', 'maybe', '2']) assert.equal(yesIn(word), undefined, word)
})

test('several names in one cell are separated', () => {
  const expected: [string, string[]][] = [
    ['李明', ['李明']],
    ['李明、王芳', ['李明', '王芳']],
    ['李明，王芳,赵六', ['李明', '王芳', '赵六']],
    ['李明/王芳', ['李明', '王芳']],
    ['李明；王芳', ['李明', '王芳']],
    ['李明\n王芳', ['李明', '王芳']],
    ['李明 王芳', ['李明', '王芳']],
    ['李　明 王小芳', ['李明', '王小芳']],
    ['李 明', ['李明']],
    ['李明和王芳', ['李明', '王芳']],
    ['李明 & 王芳', ['李明', '王芳']],
    ['李明（组长）、王芳', ['李明', '王芳']],
    ['李明+王芳', ['李明', '王芳']],
    ['阿卜杜拉·买买提', ['阿卜杜拉·买买提']],
    ['Ann Lee', ['Ann Lee']],
    ['Ann Lee, Bob', ['Ann Lee', 'Bob']],
    ['Ann and Bob', ['Ann', 'Bob']],
    ['Ann & Bob', ['Ann', 'Bob']],
    ['Ann;Bob', ['Ann', 'Bob']],
    ["O'Neil / van der Berg", ["O'Neil", 'van der Berg']],
    ['', []],
    ['-', []],
    [' 、 ', []],
    ['——', []],
  ]
  for (const [text, names] of expected) assert.deepEqual(namesInCell(text), names, text)
})

test('a phone number is read in every usual spelling', () => {
  const expected: [string, string | undefined][] = [
    ['13800138000', '13800138000'],
    ['138 0013 8000', '138 0013 8000'],
    ['138-0013-8000', '138-0013-8000'],
    ['１３８００１３８０００', '13800138000'],
    ['+86 138 0013 8000', '+86 138 0013 8000'],
    ['(020) 7946 0958', '020 7946 0958'],
    ['020.7946.0958', '020 7946 0958'],
    ['020–7946–0958', '020-7946-0958'],
    ['13800138000.0', '13800138000'],
    ['电话：13800138000', '13800138000'],
    ['Tel. 020 7946 0958', '020 7946 0958'],
    ['无', ''],
    ['-', ''],
    ['n/a', ''],
    ['1.38E+10', undefined],
    ['138', undefined],
    ['微信 abc', undefined],
    ['李明', undefined],
    ['13800138000转801', undefined],
    ['13800138000/13900139000', undefined],
    ['1'.repeat(40), undefined],
  ]
  for (const [text, number] of expected) assert.equal(phoneIn(text), number, text)
})
