import { translated } from '#web/lib/translated.ts'

export const useLeaveWords = translated({
  zh_CN: {
    title: '请假',
    about: '请假不需要批准，提交后立即生效。没有人代班的班次，其他队员可以代班。',
    none: '还没有人请假。',
    noneAbout: '有人来不了时，这里会写明谁请假、谁代班。',
    shift: (shift: string) => (/^\d+$/.test(shift) ? `第 ${shift} 班` : shift),
    substitute: (name: string) => `${name} 代班`,
    open: '等人代班',
    over: '无人代班',
    asWritten: '时间不明确，排班表没有变',
    noReason: '没有写原因',
    asked: '提交于',
    summaries: {
      title: '值班小结',
      about: '队员在每班之后写下的小结，最新的在前。',
      none: '还没有小结。',
      noneAbout: '队员下班前在工作台写几句，就会出现在这里。',
      written: '写于',
    },
  },
  en_US: {
    title: 'Leave',
    about:
      'Leave needs no approval and takes effect right away. If there is no substitute, other members can cover the shift.',
    none: 'No leave requested yet.',
    noneAbout: 'When a member cannot come, you see here who it is and who is covering.',
    shift: (shift) => (/^\d+$/.test(shift) ? `Shift ${shift}` : shift),
    substitute: (name) => `covered by ${name}`,
    open: 'substitute needed',
    over: 'no substitute',
    asWritten: 'unclear date, roster unchanged',
    noReason: 'No reason given',
    asked: 'Requested',
    summaries: {
      title: 'Shift summaries',
      about: 'What members wrote after their shifts, newest first.',
      none: 'No summaries yet.',
      noneAbout: 'Summaries that members write at the desk at the end of a shift appear here.',
      written: 'Written',
    },
  },
})
