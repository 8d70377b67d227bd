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
    consented: '好的，有消息就在微信里通知你。',
    scanCode: '扫邀请码',
    scanDevice: '扫另一台设备上的码',
    deviceHere: '在另一台设备的登录页选择“用另一台已登录的设备登录”，扫它显示的码。下一步会显示那台设备在哪里。',
    exported: '数据已整理成一个文件，可以发给自己或“文件传输助手”。',
    share: '发送文件',
    feedbackAndData: '意见与数据',
    loggedOut: '已退出登录。下次打开时会自动登录。',
    joined: '已以队员身份登录。',
    boardWaits: '先以队员身份登录，登录后会用看板上的码自动签到。',
  },
  en_US: {
    consent: 'Agree to one more message',
    consented: 'We will notify you in WeChat when there is news.',
    scanCode: 'Scan an invitation',
    scanDevice: 'Scan the code on the other device',
    deviceHere:
      'On the other device’s login page choose “Log in with another device” and scan the code it shows. You see where the device is before you let it log in.',
    exported: 'Your data is in a file. You can send it to yourself in a chat.',
    share: 'Send the file',
    feedbackAndData: 'Feedback and data',
    loggedOut: 'You are logged out. The next time you open the mini-program, it logs you in again.',
    joined: 'You are now logged in as a member.',
    boardWaits: 'Log in as a member first. Then the code on the board signs you in.',
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
