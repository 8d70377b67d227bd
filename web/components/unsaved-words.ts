import { translated } from '#web/lib/translated.ts'

export const useUnsavedWords = translated({
  zh_CN: {
    title: '修改还没有保存',
    text: '不保存的话，这些修改就会丢失。',
    leave: '不保存，离开',
    stay: '留在这里',
  },
  en_US: {
    title: 'Your changes are not saved',
    text: 'If you go on without saving, they are lost.',
    leave: 'Leave without saving',
    stay: 'Stay here',
  },
})
