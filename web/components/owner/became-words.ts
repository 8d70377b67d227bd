import type { Outcome } from '#contract/tickets/outcome-fields.ts'
import { translated } from '#web/lib/translated.ts'

export const useBecameWords = translated({
  zh_CN: {
    title: '维修结果',
    kind: {
      fixed: '修好了，可以接着用了。',
      repairable: '这次我们没能修好，但还可以修，值得找别处再试试。',
      end_of_life: '很遗憾，它已经报废了。谢谢你没有直接扔掉它。',
    } satisfies Record<Exclude<Outcome, 'unknown'>, string>,
    barrier: (what: string) => `原因：${what}。`,
    helped: '怎么修好的',
    found: '发现的问题',
    rate: '这次维修怎么样？',
    rateAbout: '只有维修队看得到。只能评价一次。',
    stars: '几颗星？',
    levels: ['不满意', '一般', '还可以', '满意', '非常满意'],
    content: '想说的话',
    contentAbout: '选填',
    choose: '请先选一到五颗星。',
    send: '提交评价',
    thanks: '谢谢你的评价！',
    yours: '你的评价',
    yoursAbout: '谢谢！维修队看得到。',
  },
  en_US: {
    title: 'Outcome',
    kind: {
      fixed: 'It is repaired and ready to use again.',
      repairable: 'We could not repair it this time, but it could still be repaired. It is worth trying elsewhere.',
      end_of_life: 'Sorry, it is beyond repair. Thank you for giving it a chance.',
    },
    barrier: (what) => `Reason: ${what}.`,
    helped: 'What helped',
    found: 'What we found',
    rate: 'How was this repair?',
    rateAbout: 'Only the team sees your rating. You can rate once.',
    stars: 'How many stars?',
    levels: ['bad', 'not so good', 'all right', 'good', 'very good'],
    content: 'Your comment',
    contentAbout: 'Optional.',
    choose: 'Choose one to five stars first.',
    send: 'Send rating',
    thanks: 'Thank you for your rating!',
    yours: 'Your rating',
    yoursAbout: 'Thank you! The team can see it.',
  },
})
