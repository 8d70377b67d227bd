import type { Key } from '#client/keys.ts'
import { translated } from '#web/lib/translated.ts'

export const useKeyWords = translated({
  zh_CN: {
    title: '键盘快捷键',
    keys: [
      ['j', '下一张工单'],
      ['k', '上一张工单'],
      ['Enter', '打开工单'],
      ['c', '接单'],
      ['r', '在工单页：修好了'],
      ['u', '返回列表'],
      ['/', '搜索'],
      ['Ctrl/⌘ Enter', '提交正在写的表单'],
      ['?', '快捷键说明'],
    ] as readonly Key[],
    use: '启用单键快捷键',
    useAbout: '用语音输入或容易误触时，可以关掉。',
  },
  en_US: {
    title: 'Keyboard shortcuts',
    keys: [
      ['j', 'next ticket'],
      ['k', 'previous ticket'],
      ['Enter', 'open the ticket'],
      ['c', 'claim the ticket'],
      ['r', 'on a ticket: mark as repaired'],
      ['u', 'back to the list'],
      ['/', 'search'],
      ['Ctrl/⌘ Enter', 'send the form you are writing in'],
      ['?', 'keyboard shortcuts'],
    ],
    use: 'Use single-key shortcuts',
    useAbout: 'Switch them off if you dictate or press keys by accident.',
  },
})
