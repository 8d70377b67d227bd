import { translated } from '#web/lib/translated.ts'

export const useTagWords = translated({
  zh_CN: {
    title: (id: number) => `标签 #${id}`,
    about: '贴在或系在设备上。扫码就能打开工单：队员进入工作台，报修人进入自己的工单。',
    size: '纸张',
    label: '62 毫米标签',
    a6: 'A6 纸',
    back: '返回工单',
    with: '随附物品：',
    in: '提交',
    code: (id: number) => `工单 #${id}`,
  },
  en_US: {
    title: (id) => `Tag #${id}`,
    about: 'Attach it to the device. The code opens the ticket: at the desk for members, on their own page for owners.',
    size: 'Paper',
    label: '62 mm label',
    a6: 'A6 sheet',
    back: 'Back to the ticket',
    with: 'Accessories: ',
    in: 'Submitted',
    code: (id) => `ticket #${id}`,
  },
})
