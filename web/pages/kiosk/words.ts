import { inLanguages } from '#client/in-languages.ts'
import { hookOf } from '#web/lib/translated.ts'

export const kioskWords = inLanguages({
  zh_CN: {
    title: '自助登记',
    welcome: '欢迎使用自助登记',
    about: '告诉我们什么坏了，一分钟就好。',
    waiting: (count: number) => (count === 0 ? '现在没有人在等' : `现在 ${count} 人在等`),
    register: '登记',
    registerAnyway: '不留联系方式，直接登记',
    contactAbout: '修好后怎么通知你？（选填）',
    unreachable: '留一个电话或邮箱，修好后我们才能通知你。不留也可以直接登记。',
    done: '登记好了',
    doneAbout: '请带好设备，留意看板上的号码。',
    ahead: (count: number) => (count === 0 ? '下一个就是你' : `前面还有 ${count} 人`),
    finish: '完成',
    forgets: (seconds: number) => `${seconds} 秒后清除已填写的内容`,
    ends: (seconds: number) => `${seconds} 秒后回到开始`,
    stay: '我还在',
    closed: '自助登记已关闭',
    closedAbout: '请到柜台找队员登记。队员可以在工作台的“来访登记”里重新开启。',
    waits: (count: number) => `${count} 条登记等待发送`,
    loggedIn: '这台设备上还有人登录着',
    loggedInAbout: '开启自助登记之前，请先退出登录，这样来访者看不到你的内容。',
    logOut: '退出登录并开启',
  },
  en_US: {
    title: 'Register here',
    welcome: 'Welcome! Register here',
    about: 'Tell us what is broken. It takes a minute.',
    waiting: (count) =>
      count === 0 ? 'No one is waiting right now' : count === 1 ? '1 person waiting' : `${count} people waiting`,
    register: 'Register',
    registerAnyway: 'Register without contact details',
    contactAbout: 'How can we notify you when it is ready? (optional)',
    unreachable:
      'With a phone number or an email address we can notify you when it is ready. You can also register without one.',
    done: 'You are registered',
    doneAbout: 'Keep your device with you, and watch the board for your number.',
    ahead: (count) =>
      count === 0 ? 'You are next' : count === 1 ? '1 person ahead of you' : `${count} people ahead of you`,
    finish: 'Done',
    forgets: (seconds) => `Clearing what you typed in ${seconds} s`,
    ends: (seconds) => `Back to the start in ${seconds} s`,
    stay: 'I am still here',
    closed: 'This kiosk is closed',
    closedAbout: 'Please ask at the counter. Members can open it again at the desk under “Take in”.',
    waits: (count) => (count === 1 ? '1 registration to send' : `${count} registrations to send`),
    loggedIn: 'Someone is logged in on this device',
    loggedInAbout: 'Log out before you open the kiosk, so that visitors cannot see your data.',
    logOut: 'Log out and open the kiosk',
  },
})
export const useKioskWords = hookOf(kioskWords)
