import { translated } from '#web/lib/translated.ts'

export const useWelcomeWords = translated({
  zh_CN: {
    title: (name: string) => `欢迎加入，${name}！`,
    about: '这里是队员的工作台。',
    queue: '工单',
    queueAbout: '所有未完成的工单。想修哪一件，点“接单”；接过的都在“我的”里。',
    shifts: '班次',
    shiftsAbout: '查看排班表和自己的班，请假，或者为别人代班。',
    password: '设置密码',
    passwordAbout: '以后用学号和密码就能登录，不需要新的邀请码。',
    passwordNoId: '设置密码需要学号。请管理员填好你的学号，再到“我的”里设置。',
    app: '添加到主屏幕',
    apps: {
      ios: '在浏览器里点“分享”，再选“添加到主屏幕”，就能像应用一样打开。',
      android: '在浏览器菜单里选“添加到主屏幕”或“安装应用”，就能像应用一样打开。',
      wechat: '点右上角的菜单，选“在浏览器打开”，再添加到主屏幕。',
      computer: '手机上也想用？在手机的登录页选“用另一台已登录的设备登录”，再添加到主屏幕。',
    },
    gotIt: '知道了',
  },
  en_US: {
    title: (name) => `Welcome, ${name}!`,
    about: 'This is the desk, where the team works.',
    queue: 'Tickets',
    queueAbout: 'All open tickets. Claim what you want to repair, and find it under Mine.',
    shifts: 'Shifts',
    shiftsAbout: 'See the roster and your shifts, request leave, or cover a shift for others.',
    password: 'Set a password',
    passwordAbout: 'You can then log in with your student ID. You will not need a new invitation code.',
    passwordNoId:
      'You need a student ID for this. Ask an administrator to add yours, then set a password in your account.',
    app: 'Add it to your home screen',
    apps: {
      ios: 'Tap Share in the browser, then Add to Home Screen. It opens like an app.',
      android: 'Choose Add to Home screen or Install app in the browser’s menu. It opens like an app.',
      wechat: 'Choose Open in browser in the menu at the top right, then add it to the home screen there.',
      computer:
        'To use it on your phone too, choose “Log in with another device” on its login page. Then add it to the home screen.',
    },
    gotIt: 'Got it',
  },
})
