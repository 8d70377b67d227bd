import { translated } from '#web/lib/translated.ts'

export const useUnsavedWords = translated({
  zh_CN: {
    title: '有修改没有保存',
    text: '不保存就离开，修改会丢失。',
    leave: '不保存，离开',
    stay: '留在这里',
  },
  en_US: {
    title: 'You have unsaved changes',
    text: 'If you leave without saving, your changes will be lost.',
    leave: 'Leave without saving',
    stay: 'Stay here',
  },
})
