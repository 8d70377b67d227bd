import { inLanguages } from '#client/in-languages.ts'
import { accountWords } from '#client/words/account.ts'
import { commonWords } from '#client/words/common.ts'
import { joinWords } from '#client/words/join.ts'
import { messageWords } from '#client/words/messages.ts'
import { securityWords } from '#client/words/security.ts'
import type { Lang } from '#contract/languages.ts'
import { phoneWords } from '../../lib/phone.ts'

const ownWords = inLanguages({
  zh_CN: {
    consent: '再同意收一条消息',
    consented: '好的，有消息就在微信里告诉你。',
    scanCode: '扫邀请码',
    scanDevice: '扫另一台设备上的码',
    deviceHere: '在另一台设备的登录页选择“用另一台已登录的设备登录”，扫它显示的码。下一步会显示那台设备在哪里。',
    exported: '数据已整理成一个文件，可以发给自己或“文件传输助手”。',
    share: '发送文件',
    loggedOut: '已退出登录。下次打开时会自动登录。',
    desk: '工作台',
    shifts: '我的班次',
    summary: '值班小结',
    joined: '你现在以队员身份登录。',
    boardWaits: '先以队员身份登录，接着就用看板的码签到。',
  },
  en_US: {
    consent: 'Agree to one more message',
    consented: 'We tell you in WeChat when there is news.',
    scanCode: 'Scan an invitation',
    scanDevice: 'Scan the code of the other device',
    deviceHere:
      'On the other device’s login page choose “Log in with another device” and scan the code it shows. You then see where it is before you let it in.',
    exported: 'Your data is in a file. You can send it to yourself.',
    share: 'Send the file',
    loggedOut: 'You are logged out. Opening it again logs you in.',
    desk: 'Work',
    shifts: 'My shifts',
    summary: 'Summary',
    joined: 'You are here as a member now.',
    boardWaits: 'Open the desk first. Then you sign in with the code of the board.',
  },
})

export const accountPageWords = (lang: Lang) => ({
  ...accountWords(lang),
  ...ownWords(lang),
  ...phoneWords(lang),
  join: joinWords(lang),
  security: securityWords(lang),
  messages: messageWords(lang),
  common: commonWords(lang),
})
