import { inLanguages } from '#client/in-languages.ts'

export const appWords = inLanguages({
  zh_CN: {
    offline: '连不上服务。写好的内容还在，稍后再试一次。',
    broken: '出了点问题，请稍后再试。',
    retry: '重试',
    loading: '加载中…',
    tabs: ['首页', '工单', '我的'],
    yes: '确定',
    no: '取消',
    ok: '好',
    scan: '扫一扫',
    unknownScan: '这个码不属于我们。',
    updateReady: '新版本已经准备好，重启后使用。',
    updateTitle: '更新',
  },
  en_US: {
    offline: 'The service cannot be reached. What you wrote is kept: try again in a moment.',
    broken: 'Something went wrong. Please try again later.',
    retry: 'Try again',
    loading: 'Loading …',
    tabs: ['Home', 'Tickets', 'Me'],
    yes: 'Yes',
    no: 'No',
    ok: 'OK',
    scan: 'Scan',
    unknownScan: 'This code is none of ours.',
    updateReady: 'A new version is ready. It is used after a restart.',
    updateTitle: 'Update',
  },
})
