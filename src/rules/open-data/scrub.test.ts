import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { ownerScrubber, type Personal, removalMark, scrubber } from './scrub.ts'

const members = ['鲍勃', '张小明', 'Carol Baker', 'Will Stone', 'Bo']
const scrub = scrubber(members)

test('personal data is removed from published texts', () => {
  for (const [text, clean] of [
    ['call 138 0013 8000 or write to ann.m@example.org', 'call … or write to …'],
    ['mail: ann (at) example (dot) org, or bob at example dot com', 'mail: …, or …'],
    ['电话１３８００１３８０００，备用一三八零零一三八零零一', '电话…，备用…'],
    ['打 0755-8600 1234 转 8', '打 … 转 8'],
    ['1-3-8-0-0', '…'],
    ['学号2023010101', '学号…'],
    ['加微信zhangsanfeng，vx: abc_99，QQ：12345', '加微信…，vx: …，QQ：…'],
    ['my WeChat id is li_lei, telegram @li_lei', 'my WeChat id is …, telegram …'],
    ['见 https://b23.tv/abc?x=1，或 www.example.com/a、shop.example.cn', '见 …，或 …、…'],
    ['t.cn/Ab3x 这个', '… 这个'],
    ['我叫李雷雷，联系人：韩梅梅', '我叫…，联系人：…'],
    ['王老师说小李同学的电脑', '…老师说…同学的电脑'],
    ['My name is ann and Mr. Miller sent me. Thanks, Ann Miller', 'My name is … and Mr. … sent me. Thanks, …'],
    ['鲍勃和小明修过，carol baker too, and Carol', '…和…修过，… too, and …'],
    ['two\r\nlines\tand\u200b 138\u200b00138000', 'two lines and …'],
  ] as const)
    assert.equal(scrub(text), clean)
  assert.equal(scrub('Annie and 欧阳娜娜', ['Annie', '欧阳娜娜']), '… and …')
  assert.equal(scrub('娜娜 was here', ['欧阳娜娜']), '… was here')
})

test('descriptions of repairs stay unchanged in published texts', () => {
  for (const text of [
    '按了开关没反应，指示灯也不亮。',
    '值班的同学很耐心，老师说先断电；同班同学也有一台',
    '手机联系人打不开，微信闪退，QQ music crashes, WeChat does not open',
    '开机三短一长，第一次一分钟、第二次五分钟就停',
    'Battery 10000mAh, 5V@2A, 220-240V 50/60Hz, 1200-1500W, i5 8250U, RTX 3060 12G, 1920x1080',
    'It will start, but the name on the plate is worn off. Ask for help? Call back later.',
    'Bright line down the middle; contact worn, works.The rest is fine, e.g. it.is ok',
    'Bobby pin in the socket, E3 on the display, model TWK7, 2019 or 2020',
    '显示 E3，温度 -20 ℃，功率 45W，3.5 mm 插孔，12/24 小时制',
    'Windows 11 22H2 hangs at 99 %, file report.docx is gone',
    removalMark,
  ])
    assert.equal(scrub(text), text)
})

const secret: fc.Arbitrary<readonly [string, readonly string[]]> = fc.oneof(
  fc
    .tuple(
      fc.stringMatching(/^[a-z]{3,8}\.[a-z0-9]{2,5}$/),
      fc.constantFrom('example.org', 'mail.example.cn', 'qq.com'),
    )
    .map(([local, domain]) => [`${local}@${domain}`, [local, domain]] as const),
  fc
    .tuple(fc.stringMatching(/^1[3-9][0-9]{9}$/), fc.constantFrom('', ' ', '-', '.', '–'))
    .map(
      ([digits, dash]) =>
        [[digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].join(dash), [digits.slice(7)]] as const,
    ),
  fc.stringMatching(/^[1-9][0-9]{4,11}$/).map((digits) => [digits, [digits]] as const),
  fc.stringMatching(/^[〇一二三四五六七八九]{5,11}$/).map((digits) => [digits, [digits]] as const),
  fc.stringMatching(/^[a-z]{4,9}$/).map((name) => [`https://${name}.example.com/${name}?a=1`, [name]] as const),
  fc
    .tuple(
      fc.constantFrom('微信号：', 'vx ', 'WeChat: ', '加微信', 'QQ号 '),
      fc.stringMatching(/^[a-z]{3,6}_?[0-9]{2,4}$/),
    )
    .map(([word, account]) => [`${word}${account}`, [account]] as const),
  fc
    .tuple(fc.constantFrom('我叫', '姓名：', '联系人: '), fc.constantFrom('欧阳娜娜', '诸葛', '刘德华'))
    .map(([word, name]) => [`${word}${name}`, [name]] as const),
  fc.constantFrom(...members).map((name) => [name, [name]] as const),
  fc
    .tuple(fc.constantFrom('My name is ', 'Mr. ', 'Thanks, ', 'contact: '), fc.constantFrom('Petronella', "O'Hara"))
    .map(([word, name]) => [`${word}${name}`, [name]] as const),
)
const around = fc.constantFrom('', '坏了，', 'It leaks. ', '请联系 ', '（', ' and ', '；', '\n', 'vx', '…')

test('no planted personal data survives anywhere in a text, and a clean text stays unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(around, secret), { minLength: 1, maxLength: 4 }), around, (parts, end) => {
      const text = parts.map(([before, [planted]]) => `${before} ${planted} `).join('') + end
      const clean = scrub(text)
      for (const [, [, traces]] of parts)
        for (const trace of traces) assert.ok(!clean.includes(trace), `${text} → ${clean}`)
      assert.equal(scrub(clean), clean)
    }),
    { numRuns: 1000 },
  )
})

test('scrubbing a text twice gives the same single line', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          '138',
          ' ',
          '-',
          '一',
          '@',
          '.',
          'com',
          '微信',
          '我叫',
          'Mr ',
          '张',
          '老师',
          '…',
          'V',
          '~',
          '\n',
        ),
        { maxLength: 25 },
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const clean = scrub(text)
      assert.equal(scrub(clean), clean)
      assert.doesNotMatch(clean, /[\r\n]/)
    }),
    { numRuns: 1000 },
  )
})

test('removed personal data is counted by kind', () => {
  const taken: Personal[] = []
  scrubber(members, (what) => void taken.push(what))('Bo: a@example.org, https://x.example, vx abcd12, 13800138000')
  assert.deepEqual(taken, ['name', 'mail', 'link', 'contact', 'number'])
})

test('forgetting an owner removes only their name and phone from kept texts', () => {
  const forget = ownerScrubber(['张小明', 'Ann Miller'], '+86 138-0013-8000')
  for (const [text, kept] of [
    ['张小明：开不了机，序列号 20231122，见 https://b23.tv/abc', '…：开不了机，序列号 20231122，见 https://b23.tv/abc'],
    ['打 １３８ ００１３ ８０００ 或一三八零零一三八零零零', '打 … 或…'],
    ['write to Ann.M@example.org', 'write to …'],
    ['联系人：Ann Zhao', '联系人：…'],
    ['Ann\nMiller\u200b was here', '… was here'],
    ['two\nlines,  nobody in them, call 0755-8600 1234', 'two\nlines,  nobody in them, call 0755-8600 1234'],
    ['', ''],
  ] as const)
    assert.equal(forget(text), kept)
  assert.equal(ownerScrubber([], '')('Ann\n13800138000'), 'Ann\n13800138000')
})

test('open data is the same before and after a name was forgotten', () => {
  const people = ['张小红', 'Ann Miller']
  const forget = ownerScrubber(people, '13800138000')
  const planted = fc.oneof(
    secret.map(([text]) => text),
    fc.constantFrom(...people, '小红', 'miller', 'Ann Zhao', '微信：ann-99', '138 0013 8000', '13800138000'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(around, planted), { minLength: 1, maxLength: 4 }), around, (parts, end) => {
      const text = parts.map(([before, one]) => `${before} ${one} `).join('') + end
      const kept = forget(text)
      assert.equal(scrub(kept), scrub(text, people))
      assert.equal(forget(kept), kept)
    }),
    { numRuns: 1000 },
  )
})
