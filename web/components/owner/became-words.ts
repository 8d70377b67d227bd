import type { Outcome } from '#contract/tickets/outcome-fields.ts'
import { translated } from '#web/lib/translated.ts'

export const useBecameWords = translated({
  zh_CN: {
    title: '维修结果',
    kind: {
      fixed: '修好了，可以接着用了。',
      repairable: '这次我们没能修好，但它还有救，值得再找别处试一试。',
      end_of_life: '很遗憾，它已经修不了了。谢谢你没有直接扔掉它。',
    } satisfies Record<Exclude<Outcome, 'unknown'>, string>,
    barrier: (what: string) => `原因：${what}。`,
    helped: '怎么修好的',
    found: '发现的问题',
    rate: '这次维修怎么样？',
    rateAbout: '只有维修队看得到。只能评价一次。',
    stars: '几颗星？',
    levels: ['不满意', '一般', '还可以', '满意', '非常满意'],
    content: '想说一句话吗？',
    contentAbout: '可不填。',
    choose: '请先点一颗到五颗星。',
    send: '提交评价',
    thanks: '谢谢你的评价！',
    yours: '你的评价',
    yoursAbout: '谢谢！维修队看得到。',
  },
  en_US: {
    title: 'What became of it',
    kind: {
      fixed: 'It is fixed and ready for more.',
      repairable: 'We could not mend it this time, but it can be mended: it is worth trying elsewhere.',
      end_of_life: 'We are sorry: it is at the end of its life. Thank you for giving it a chance.',
    },
    barrier: (what) => `What stood in the way: ${what}.`,
    helped: 'What helped',
    found: 'What we found',
    rate: 'How was it?',
    rateAbout: 'Only the team sees it. It can be said once.',
    stars: 'How many stars?',
    levels: ['bad', 'not so good', 'all right', 'good', 'very good'],
    content: 'A sentence about it',
    contentAbout: 'Optional.',
    choose: 'Tap one to five stars first.',
    send: 'Send my rating',
    thanks: 'Thank you for telling us!',
    yours: 'What you told us',
    yoursAbout: 'Thank you! The team sees it.',
  },
})
