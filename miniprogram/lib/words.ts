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
    unknownScan: '这不是本队的码。',
    updateReady: '新版本已就绪，重启后生效。',
    updateTitle: '更新',
  },
  en_US: {
    offline: 'No connection to the service. What you typed is saved. Try again in a moment.',
    broken: 'Something went wrong. Please try again later.',
    retry: 'Try again',
    loading: 'Loading…',
    tabs: ['Home', 'Tickets', 'Me'],
    yes: 'Yes',
    no: 'No',
    ok: 'OK',
    scan: 'Scan',
    unknownScan: 'This code is not from this team.',
    updateReady: 'A new version is ready. Restart to use it.',
    updateTitle: 'Update',
  },
})
