import { translated } from '#web/lib/translated.ts'

export const useBlankTagWords = translated({
  zh_CN: {
    title: '空白标签',
    about: '打印后剪开。收下设备时系上标签，扫一下，号码就归那张工单。交还后，标签可以再用。',
    sheets: '几张 A4 纸（每张 24 个）',
    make: '生成号码',
    made: (from: string, to: string) => `标签 ${from} 到 ${to} 可以打印了。`,
    fits: '也能直接打印在 70 × 37 毫米的不干胶标签纸上（每张 3 × 8）。打印时选“实际大小”。',
    print: '打印标签',
    another: '再来几张',
    code: (tag: string) => `标签 ${tag}`,
    example: '标签的样子',
  },
  en_US: {
    title: 'Blank tags',
    about:
      'Print the tags and cut them out. When you receive a device, attach a tag and scan it. The number then belongs to that ticket. You can use the tag again after the hand-back.',
    sheets: 'How many A4 sheets (24 tags each)',
    make: 'Create numbers',
    made: (from, to) => `Tags ${from} to ${to} are ready to print.`,
    fits: 'They also fit sheets of 70 × 37 mm sticky labels (3 × 8 on a sheet). Print at actual size.',
    print: 'Print tags',
    another: 'Make more',
    code: (tag) => `tag ${tag}`,
    example: 'What a tag looks like',
  },
})
