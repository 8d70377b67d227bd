import { translated } from '#web/lib/translated.ts'

export const useFigureWords = translated({
  zh_CN: {
    table: '查看表格',
    tableOf: (what: string) => `查看表格：${what}`,
    all: (count: number) => `查看全部 ${count} 项`,
    allOf: (count: number, what: string) => `查看全部 ${count} 项：${what}`,
  },
  en_US: {
    table: 'Show as table',
    tableOf: (what) => `Show as table: ${what}`,
    all: (count) => `Show all ${count}`,
    allOf: (count, what) => `Show all ${count}: ${what}`,
  },
})
