import { inLanguages } from '../in-languages.ts'
import type { Key } from '../keys.ts'

export const hereWords = inLanguages({
  zh_CN: {
    title: '谁在岗',
    about: (count: number, desk: boolean) =>
      (count === 0 ? '现在没有人签到。' : `${count} 人已签到。`) + (desk ? '点名字签到，签退会再问一次。' : ''),
    me: '我',
    sections: { expected: '等待签到', here: '在岗' },
    expectedAbout: '排班表上有、还没有签到的人。',
    search: '找一位队员',
    searchAbout: '不在排班表上的人也可以签到。',
    nobodyCalled: '没有叫这个名字的队员。',
    signOutOf: (name: string) => `签退：${name}`,
    signOutAsk: (name: string) => `${name} 要签退吗？`,
    noShift: '现在没有可以签到的班次。',
    forShift: '签到到',
    signedIn: (name: string, shift: string) => `${name} 已签到（${shift}）`,
    signedOut: (name: string, times: string, long: string) => `${name} 已签退：${times}，${long}`,
    settings: '打开设置',
    hours: '我的时长',
    keys: [
      ['j', '下一位'],
      ['k', '上一位'],
      ['Enter', '签到或签退'],
      ['/', '找一位队员'],
      ['?', '快捷键说明'],
    ] as readonly Key[],
  },
  en_US: {
    title: 'Who is here',
    about: (count, desk) =>
      (count === 0
        ? 'No one is signed in now.'
        : count === 1
          ? '1 person is signed in.'
          : `${count} people are signed in.`) +
      (desk ? ' Tap a name to sign in. Signing out asks you to confirm.' : ''),
    me: 'Me',
    sections: { expected: 'Expected', here: 'Here' },
    expectedAbout: 'On the roster but not signed in yet.',
    search: 'Find a member',
    searchAbout: 'Members who are not on the roster can sign in too.',
    nobodyCalled: 'No member has this name.',
    signOutOf: (name) => `Sign out: ${name}`,
    signOutAsk: (name) => `Sign ${name} out?`,
    noShift: 'There is no shift to sign in for now.',
    forShift: 'Sign in for',
    signedIn: (name, shift) => `${name} is signed in (${shift})`,
    signedOut: (name, times, long) => `${name} is signed out: ${times}, ${long}`,
    settings: 'Open the settings',
    hours: 'My hours',
    keys: [
      ['j', 'next person'],
      ['k', 'previous person'],
      ['Enter', 'sign them in or out'],
      ['/', 'find a member'],
      ['?', 'keyboard shortcuts'],
    ],
  },
})
