import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerScrubber, removalMark, scrubber } from './scrub.ts'

/** Forms in which people hide a phone, an account or an address; braces are around what has to go. */
const disguised = [
  // Separators.
  '打{138/0013/8000}，谢谢',
  '打{138|0013|8000}',
  '打{138*0013*8000}',
  '打{138,0013,8000}',
  '打{138:0013:8000}',
  '打{138 / 0013 / 8000}',
  '打{138-0013.8000}',
  '打{138 0013-8000}',
  '打{138_0013_8000}',
  '打{138~0013~8000}',
  '打{138•0013•8000}',
  '打{138★0013★8000}',
  '打{138👉0013👉8000}',
  '打{138\u200b0013\u200b8000}',
  '打{1.3.8.0.0.1.3.8.0.0.0}',
  '打{1/3/8/0/0/1/3/8/0/0/0}',
  '打{138（0013）8000}',
  '打{138[0013]8000}',
  '打{138--0013--8000}',
  '打{138\u00a00013\u30008000}',
  'call {+86 (138) 0013-8000} at night',
  'call {0086/138/0013/8000} at night',
  // Digits.
  '打{①③⑧⓪⓪①③⑧⓪⓪⓪}',
  '打{❶❸❽⓿⓿❶❸❽⓿⓿⓿}',
  '打{１３８００１３８０００}',
  '打{𝟏𝟑𝟖𝟎𝟎𝟏𝟑𝟖𝟎𝟎𝟎}',
  '打{𝟙𝟛𝟠𝟘𝟘𝟙𝟛𝟠𝟘𝟘𝟘}',
  '打{¹³⁸⁰⁰¹³⁸⁰⁰⁰}',
  '打{1️⃣3️⃣8️⃣0️⃣0️⃣1️⃣3️⃣8️⃣0️⃣0️⃣0️⃣}',
  '打{⑴⑶⑻00⑴⑶⑻000}',
  '打{١٣٨٠٠١٣٨٠٠٠}',
  '打{一三八零零一三八零零零}',
  '打{幺三八〇〇幺三八〇〇〇}',
  '打{壹叁捌零零壹叁捌零零零}',
  '打{一三八○○一三八○○○}',
  '打{㊀㊂㊇00㊀㊂㊇000}',
  '打{一3八0零1三8零零0}',
  '打{1̲3̲8̲0̲0̲1̲3̲8̲0̲0̲0̲}',
  '打{l38OOl38OOO}',
  '打{138OO138OOO}',
  'call {one three eight zero zero one three eight zero zero zero}',
  '打{yao san ba ling ling yao san ba ling ling ling}',
  // Accounts.
  'V:{zhangwei88}',
  'V：{zhangwei88}',
  'v {zhangwei88}',
  '加V{zhangwei88}',
  '加v：{zhangwei_88}',
  '+V {zhangwei88}',
  '➕🆅 {zhangwei88}',
  'ＶＸ：{ｚｈａｎｇｗｅｉ８８}',
  '微信号{zhangwei88}',
  '微信号 - {zhangwei88}',
  '微信号（{zhangwei88}）',
  '微信号是：{zhangwei88}',
  '微信→{zhangwei88}',
  '微 信：{zhangwei88}',
  '薇信：{zhangwei88}',
  '威信号：{zhangwei88}',
  'V信 {zhangwei88}',
  'WeChat ID = {zhang.wei.88}',
  'we chat: {zhangwei88}',
  'wx {zhangwei88}',
  'wx-{zhangwei88}',
  '微信：{z h a n g w e i 8 8}',
  'QQ{12345678}',
  'Q:{12345678}',
  '扣扣：{1234-5678}',
  '扣扣号{①②③④⑤⑥}',
  'q q {123 456 78}',
  // Addresses.
  '{zhangwei88@qq。com}',
  '{zhangwei88＠ｑｑ．ｃｏｍ}',
  '{zhangwei88[at]qq[dot]com}',
  '{zhangwei88 艾特 qq 点 com}',
  '{zhangwei88#qq.com}',
  '{zhangwei88(a)qq.com}',
  '{zhangwei88＠qq点com}',
]

test('personal data is removed from published texts however it is disguised', () => {
  assert.ok(disguised.length >= 40)
  for (const text of disguised) {
    const hidden = text.replaceAll(/[{}]/g, '')
    assert.equal(scrubber([])(hidden), text.replace(/\{.*\}/u, removalMark), text)
  }
})

test('a name written in look-alike letters of another alphabet is removed', () => {
  const scrub = scrubber(['Zhang Wei', '张伟明', 'Zoë Müller'])
  for (const text of [
    'Ｚｈａｎｇ Ｗｅｉ',
    '𝓩𝓱𝓪𝓷𝓰 𝓦𝓮𝓲',
    'Ⓩⓗⓐⓝⓖ Ⓦⓔⓘ',
    'Zoe Muller',
    'Zoe\u0308 Mu\u0308ller',
    '张\u200b伟明',
  ])
    assert.equal(scrub(`laptop of ${text}, slow`), `laptop of ${removalMark}, slow`, text)
})

/** Texts that people write into device, brand and model. */
const innocent = [
  'Mr. Coffee',
  'Mr. Coffee BVMC-SJX33GT',
  'Mr Heater F232000 Buddy',
  'Dr. Oetker pizza maker',
  'Dr. Martens boots',
  "Dr. Brown's steriliser",
  'Beats by Dr. Dre Studio3',
  'Mr. Bar-B-Q grill',
  '康师傅联名水壶',
  'Sony WH-1000XM4',
  'WH-1000XM4, 2023-2024',
  '2023-2024 款',
  '2019/2020 model',
  'MacBook Pro 13" (2019–2020)',
  'bought 2023-11-22 10:30',
  '2023/11/22 购买',
  '2023.11.22 购买',
  'Core i7-10700K',
  'Intel i5 12400F, GTX1650 4GB',
  'Kingston SA400S37/240G',
  'Samsung MZ-V7S1T0BW',
  'HP 15-dw3005wm, S/N 5CD1234XYZ',
  'Apple serial C02XG0FDH7JY',
  '序列号 123456789',
  'S/N: 0601234567',
  'Lenovo 82H80015CD',
  'Makita 6095DWE',
  '电池 18650 两节',
  '21700 cell',
  '18650电芯',
  'Brother MFC-J5330DW',
  'Epson L3150, WF-7720',
  'ASUS GL503VD',
  'DS218+, DDR4-3200, E5-2680 v4',
  'LaserJet P1102w',
  'DJI Mini 2 SE, FC7303',
  'Dyson V10 吸尘器',
  'V 220, V: 12, V8',
  '220/230/240V 50/60Hz',
  '100-240V~ 50-60Hz 1.5A',
  '1920*1080, 2560×1440',
  '192.168.0.1 打不开',
  '4/3/2023, 10:30-12:00',
  'AA 1,000,000 hours',
  'Yaesu VX-8200',
  'QQ 打不开，微信闪退',
  'WeChat (Weixin) crashes',
  'Output V: unstable',
  'Contact Epson said no',
  'I am Windows 11',
  '№ 7, ½ full, 5㎡, 20℃',
  'café grinder, Krups F203',
  'C# book, ATX 3.3/5/12V',
]

test('names and models of devices stay in published texts', () => {
  assert.ok(innocent.length >= 30)
  for (const text of innocent) assert.equal(scrubber([])(text), text)
})

test('an eleven-digit phone number is removed even if the text calls it a serial, a measure or a model', () => {
  for (const text of ['S/N: {13800138000}', '型号{13800138000}', '{138-0013-8000} W', 'X{13800138000}'])
    assert.equal(scrubber([])(text.replaceAll(/[{}]/g, '')), text.replace(/\{.*\}/u, removalMark))
})

test('forgetting a phone number also removes its other spellings, accounts and addresses', () => {
  const forget = ownerScrubber(['Zhang Wei'], '13800138000')
  for (const text of disguised) {
    const hidden = text.replaceAll(/[{}]/g, '')
    const isNumber = /^(?:打|call)/.test(text)
    if (isNumber || /[a-z]{5}/iu.test(text.normalize('NFKC')))
      assert.equal(forget(hidden), text.replace(/\{.*\}/u, removalMark), text)
  }
  for (const text of innocent) assert.equal(forget(text), text)
})
