import { inLanguages } from '../in-languages.ts'

export const anyTagWords = inLanguages({
  zh_CN: {
    title: (tag: number) => `标签 T${tag}`,
    blank: '这个标签还没有系在任何东西上。',
    ticket: '工单编号',
    ticketAbout: '系在哪张工单的东西上？',
    tie: '系上标签',
    receive: '收下并系上标签',
    ours: (team: string) => `这是${team}的标签`,
    oursAbout: '系着它的东西正在维修队这里。如果你在别处捡到，请送回来，谢谢！',
    member: '队员登录后可以看到对应的工单。',
  },
  en_US: {
    title: (tag) => `Tag T${tag}`,
    blank: 'This tag is tied to nothing yet.',
    ticket: 'Number of the ticket',
    ticketAbout: 'On which ticket’s device does it hang?',
    tie: 'Tie the tag',
    receive: 'Receive it with this tag',
    ours: (team) => `A tag of ${team}`,
    oursAbout:
      'What it hangs on is being looked after by the team. If you found it somewhere else, please bring it back. Thank you!',
    member: 'Members see the ticket once they have logged in.',
  },
})
