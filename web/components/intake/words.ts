import { translated } from '#web/lib/translated.ts'

export const useIntakeWords = translated({
  zh_CN: {
    kind: '什么东西？',
    appliance: '电器',
    computer: '电脑',
    device: '物品名称',
    deviceHint: '例如：电风扇、笔记本电脑',
    deviceModel: '品牌和型号（可选）',
    description: '有什么问题？',
    descriptionHint: '什么时候开始的？有什么现象？',
    accessories: '一起带来的配件',
    owner: '姓名',
    phone: '电话',
    mail: '邮箱',
    shelf: '货架',
    tag: '标签号',
    waits: '尚未上传：已存在这台设备上，有网络后自动发送。凭条现在就有效。',
    otherNumber: (paper: string, number: string) => `凭条上的号码 ${paper} 已改为 ${number}，请告诉来访者。`,
    notKept: '没有网络，这台设备也存不下来，所以没有登记。有网络后再试一次。',
  },
  en_US: {
    kind: 'What is it?',
    appliance: 'Appliance',
    computer: 'Computer',
    device: 'Device',
    deviceHint: 'For example: fan, laptop',
    deviceModel: 'Make and model (optional)',
    description: 'What is wrong with it?',
    descriptionHint: 'Since when, and what do you see or hear?',
    accessories: 'What comes with it',
    owner: 'Name',
    phone: 'Phone',
    mail: 'Mail',
    shelf: 'Shelf',
    tag: 'Tag',
    waits:
      'Not sent yet: it is kept on this device, and sent as soon as there is a network. The receipt is good already.',
    otherNumber: (paper, number) => `Number ${paper} on the paper has become ${number}: please tell the visitor.`,
    notKept:
      'There is no network, and this device could not keep it, so nothing was filed. Try again once there is a network.',
  },
})
