import { translated } from '#web/lib/translated.ts'

export const useJoinWords = translated({
  zh_CN: {
    title: '队员登录',
    about: '证明你是队员：用管理员给你的邀请码、学号和密码，或学校账号。',
    byCode: '邀请码',
    code: '邀请码',
    codeAbout: '以 inv_ 开头；大小写、空格和短横线都无所谓。',
    go: '进入工作台',
    byPassword: '学号登录',
    stuid: '学号',
    passwd: '密码',
    passwordAbout: '如果管理员为你设置了密码。',
    before: '这个账号已经是队员',
    beforeText: '你不久前证明过身份，现在不需要邀请码。',
    goOn: '直接进入',
    signInFirst: '先登录，然后输入邀请码。',
  },
  en_US: {
    title: 'Log in as a member',
    about:
      'Prove that you are a member: with the invitation an administrator gave you, by student id and password, or at your school.',
    byCode: 'Invitation code',
    code: 'Invitation code',
    codeAbout: 'It begins with inv_. Capitals, spaces and dashes do not matter.',
    go: 'Open the desk',
    byPassword: 'Student id and password',
    stuid: 'Student id',
    passwd: 'Password',
    passwordAbout: 'If an administrator has set a password for you.',
    before: 'You are a member already',
    beforeText: 'You proved it not long ago, so you need no code now.',
    goOn: 'Continue',
    signInFirst: 'Log in first, then enter your invitation.',
  },
})
