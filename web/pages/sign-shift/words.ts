import { translated } from '#web/lib/translated.ts'

export const useSignShiftWords = translated({
  zh_CN: {
    title: '值班签到',
    hours: '我的时长',
    here: '谁在岗',
  },
  en_US: {
    title: 'Sign in for a shift',
    hours: 'My hours',
    here: 'Who is here',
  },
})
