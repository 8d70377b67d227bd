import { translated } from '#web/lib/translated.ts'

export const useTimetableWords = translated({
  zh_CN: {
    none: '还没有班次。没有班次也可以使用，由管理员手动开放。',
    shift: (number: number) => `第 ${number} 班`,
    shiftOn: (shift: string, day: string) => `${shift}（${day}）`,
    day: '日期',
    from: '开始',
    until: '结束',
    addShift: '添加班次',
    addException: '某天时间不同',
    remove: '删除',
    removeRow: (row: string) => `删除${row}`,
  },
  en_US: {
    none: 'No shifts yet. Fettle works without them too: an administrator opens and closes by hand.',
    shift: (number) => `Shift ${number}`,
    shiftOn: (shift, day) => `${shift}, ${day}`,
    day: 'Day',
    from: 'From',
    until: 'Until',
    addShift: 'Add shift',
    addException: 'Different hours on one day',
    remove: 'Remove',
    removeRow: (row) => `Remove ${row}`,
  },
})
