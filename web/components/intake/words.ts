import { translated } from '#web/lib/translated.ts'

export const useIntakeWords = translated({
  zh_CN: {
    kind: '什么设备？',
    appliance: '电器',
    computer: '电脑',
    device: '设备名称',
    deviceHint: '例如：电风扇、笔记本电脑',
    deviceModel: '品牌和型号（选填）',
    description: '有什么问题？',
    descriptionHint: '什么时候开始的？有什么现象？',
    accessories: '随附物品',
    owner: '姓名',
    phone: '电话',
    mail: '邮箱（选填）',
    shelf: '货架（选填）',
    tag: '标签号（选填）',
    waits: '还没有发送，先存在这台设备上，有网络后自动发送。取件单现在就有效。',
    otherNumber: (paper: string, number: string) => `取件单上的号码 ${paper} 已改为 ${number}，请告诉来访者。`,
    notKept: '没有网络，这台设备也存不下来，所以没有登记。请有网络后重试。',
  },
  en_US: {
    kind: 'What is it?',
    appliance: 'Appliance',
    computer: 'Computer',
    device: 'Device',
    deviceHint: 'For example: fan, laptop',
    deviceModel: 'Make and model (optional)',
    description: 'What is wrong with it?',
    descriptionHint: 'When did it start? What do you see or hear?',
    accessories: 'Accessories',
    owner: 'Name',
    phone: 'Phone',
    mail: 'Email (optional)',
    shelf: 'Shelf (optional)',
    tag: 'Tag (optional)',
    waits:
      'Not sent yet. It is saved on this device and will be sent when there is a network. The receipt already works.',
    otherNumber: (paper, number) => `Number ${paper} on the receipt has changed to ${number}. Please tell the visitor.`,
    notKept:
      'There is no network, and this device could not save it, so nothing was registered. Try again when there is a network.',
  },
})
