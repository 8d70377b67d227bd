import { inLanguages } from '../in-languages.ts'

export const anyTagWords = inLanguages({
  zh_CN: {
    title: (tag: number) => `标签 T${tag}`,
    blank: '这个标签还没有用过。',
    ticket: '工单编号',
    ticketAbout: '系在哪张工单的设备上？',
    tie: '系上标签',
    receive: '收下并系上标签',
    ours: (team: string) => `这是${team}的标签`,
    oursAbout: '这台设备由维修队保管。如果你在别处捡到，请送回来，谢谢！',
    member: '队员登录后可以看到对应的工单。',
  },
  en_US: {
    title: (tag) => `Tag T${tag}`,
    blank: 'This tag is not on a device yet.',
    ticket: 'Ticket number',
    ticketAbout: 'Which ticket is the device for?',
    tie: 'Attach the tag',
    receive: 'Receive and attach the tag',
    ours: (team) => `This tag belongs to ${team}`,
    oursAbout:
      'The team is looking after this device. If you found it somewhere else, please bring it back. Thank you!',
    member: 'Members can log in to see the ticket.',
  },
})
