import { translated } from '#web/lib/translated.ts'

export const useQueuedWords = translated({
  zh_CN: {
    photos: (count: number) => `${count} 张照片`,
    offline: '没有网络。工单已保存在这台设备上，联网后会自动提交。',
    needsLogin: '工单已填好，保存在这台设备上。登录后会自动提交。',
    sending: '正在提交…',
    refused: (why: string) => `还没有提交：${why}`,
    unsure: '不确定这张工单有没有提交成功。请先看看“我的工单”，没有的话再修改提交。',
    arrived: '报修已提交，我们收到了。',
    logIn: '登录并提交',
    edit: '修改',
    look: '查看',
    discard: '删除',
    discardQuestion: '删除这张还没有提交的工单？',
    another: '另外再报修一件',
  },
  en_US: {
    photos: (count) => (count === 1 ? '1 photo' : `${count} photos`),
    offline:
      'You are offline. The ticket is saved on this device and will be submitted as soon as you are back online.',
    needsLogin: 'The ticket is complete and saved on this device. It will be submitted once you log in.',
    sending: 'Submitting…',
    refused: (why) => `Not submitted yet: ${why}`,
    unsure:
      'We cannot tell whether this ticket reached us. Check My tickets. If it is not there, edit it and submit it again.',
    arrived: 'Ticket submitted.',
    logIn: 'Log in and submit',
    edit: 'Edit',
    look: 'View',
    discard: 'Delete',
    discardQuestion: 'Delete this ticket? It has not been submitted.',
    another: 'Submit another ticket',
  },
})
