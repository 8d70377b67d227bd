import type { Words } from './words.ts'

export const zh_CN: Words = {
  appName: '维修队',
  language: 'English',
  offline: '服务没有响应，请检查网络连接。',
  retry: '重试',
  loading: '加载中…',
  notFound: '这里什么也没有。',
  backHome: '返回首页',
  nav: {
    duty: '首页',
    newTicket: '报修',
    myTickets: '我的工单',
    desk: '工作台',
    console: '管理',
    signIn: '登录',
    account: '我的',
  },
}
