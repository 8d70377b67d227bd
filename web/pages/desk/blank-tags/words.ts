import { translated } from '#web/lib/translated.ts'

export const useBlankTagWords = translated({
  zh_CN: {
    title: '空白标签',
    about: '打印、剪开，收件时系在机器上再扫一下：这个号码就归那张工单了。交还后标签可以再用。',
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
      'Print them, cut them apart, tie one to a device when you receive it, and scan it: from then on the number is that ticket’s. After the device went back, its tag can be used again.',
    sheets: 'How many A4 sheets (24 tags each)',
    make: 'Draw the numbers',
    made: (from, to) => `The tags ${from} to ${to} are ready to be printed.`,
    fits: 'They fit sheets of sticky labels of 70 × 37 mm as well (3 × 8 on a sheet). Print them in their actual size.',
    print: 'Print the tags',
    another: 'Make more',
    code: (tag) => `tag ${tag}`,
    example: 'What a tag looks like',
  },
})
