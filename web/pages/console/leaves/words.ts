import { translated } from '#web/lib/translated.ts'

export const useLeaveWords = translated({
  zh_CN: {
    title: '请假',
    about: '请假不需要批准：保存后立即生效，没有代班的班次会向其他队员开放认领。',
    none: '还没有人请假。',
    noneAbout: '有人来不了时，这里会写明谁请假、谁代班。',
    shift: (shift: string) => `第 ${shift} 班`,
    substitute: (name: string) => `${name} 代班`,
    open: '等人代班',
    over: '无人代班',
    asWritten: '时间写得不明确，值班表未改变',
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
    title: 'Leaves',
    about:
      'Leave needs no approval: it takes effect at once, and a shift without a substitute is offered to the others.',
    none: 'Everybody comes: nobody has requested leave yet.',
    noneAbout: 'When somebody cannot come, you see here who it is and who comes instead.',
    shift: (shift) => `shift ${shift}`,
    substitute: (name) => `${name} comes instead`,
    open: 'needs somebody',
    over: 'nobody came instead',
    asWritten: 'not a date we understand; the roster is unchanged',
    noReason: 'No reason given',
    asked: 'Requested',
    summaries: {
      title: 'Summaries',
      about: 'What members wrote after their shifts, newest first.',
      none: 'There are no summaries yet.',
      noneAbout: 'Members write a few words on the desk at the end of a shift. They arrive here.',
      written: 'Written',
    },
  },
})
