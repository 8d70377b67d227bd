import { translated } from '#web/lib/translated.ts'

export const useHealthWords = translated({
  zh_CN: {
    title: '消息',
    about: '发给报修人、队员和群聊的消息有没有送到。这里看不到发给谁、写了什么。',
    channels: {
      mail: '邮件',
      wechat: '微信',
      push: '浏览器通知',
      wecom: '企业微信',
      feishu: '飞书',
      dingtalk: '钉钉',
      slack: 'Slack',
      matrix: 'Matrix',
      webhook: 'Webhook',
    },
    well: '正常',
    trouble: '有问题',
    waiting: (count: number) => (count === 0 ? '没有消息在等待。' : `${count} 条消息在等待发送。`),
    test: '发一条测试',
    testOf: (channel: string) => `发一条测试：${channel}`,
    tested: {
      person: '已发出，看看你收到没有。',
      chat: '群聊已收下，去看看。',
      program: '对方已收下。',
    },
    days: '最近 30 天',
    daysAbout: '“不用发”是情况变了，或者已经在另一条消息里说过。',
    heads: { day: '日期', sent: '已发', waiting: '等待', dropped: '不用发', failed: '失败' },
    none: '还没有发过消息。',
    noneAbout: '有工单修好、有人留言或者快到值班时间时，消息就会发出，这里会按天计数。',
    settings: '静音时间、提醒时间和告诉群聊的内容，在设置里。',
    toSettings: '打开设置',
    unset: '还没有设置发消息的方式',
    unsetAbout: '在配置中写上下面的环境变量，重新启动服务，就能告诉大家修好了、明天值班。',
    turnedOnBy: '用哪些环境变量',
  },
  en_US: {
    title: 'Messages',
    about:
      'Whether messages to owners, members and the team’s chat arrive. Nobody sees here whom they went to or what they say.',
    channels: {
      mail: 'Mail',
      wechat: 'WeChat',
      push: 'Browser notifications',
      wecom: 'WeCom',
      feishu: 'Feishu',
      dingtalk: 'DingTalk',
      slack: 'Slack',
      matrix: 'Matrix',
      webhook: 'Webhook',
    },
    well: 'works',
    trouble: 'trouble',
    waiting: (count) =>
      count === 0
        ? 'No message waits.'
        : count === 1
          ? '1 message waits to be sent.'
          : `${count} messages wait to be sent.`,
    test: 'Send a test',
    testOf: (channel) => `Send a test: ${channel}`,
    tested: {
      person: 'It is on its way to you: have a look.',
      chat: 'The chat has taken it: have a look there.',
      program: 'The other side has taken it.',
    },
    days: 'The last 30 days',
    daysAbout: 'Left out is what was no longer true, or was told in another message.',
    heads: { day: 'Day', sent: 'Sent', waiting: 'Waiting', dropped: 'Left out', failed: 'Failed' },
    none: 'No message was sent yet.',
    noneAbout:
      'They go out when a repair is ready, somebody writes or a shift is near. You find them counted by day here.',
    settings: 'Quiet hours, reminders and what the chat is told are in the settings.',
    toSettings: 'Open the settings',
    unset: 'There is no way to send messages yet',
    unsetAbout:
      'Set one of these environment variables in the configuration and start the service again. Then people hear that their device is ready, and that their shift is tomorrow.',
    turnedOnBy: 'Environment variables',
  },
})
