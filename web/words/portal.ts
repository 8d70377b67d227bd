import { bilingual } from './bilingual.ts'

export const usePortalWords = bilingual(
  {
    setUp: '还没有管理员',
    setUpText: '用启动时显示的管理员码完成设置：队名、时区、班次和第一批队员。',
    startSetUp: '开始设置',
    welcome: '电器和电脑坏了？我们来修。',
    signIn: '登录',
    forMembers: '队员登录',
  },
  {
    setUp: 'There is no administrator yet',
    setUpText:
      'Set the team up with the admin code that was shown at start: name, time zone, shifts and the first members.',
    startSetUp: 'Begin set-up',
    welcome: 'Something broken? We repair appliances and computers.',
    signIn: 'Log in',
    forMembers: 'Member login',
  },
)
