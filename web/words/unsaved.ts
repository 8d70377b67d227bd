import { bilingual } from './bilingual.ts'

export const useUnsavedWords = bilingual(
  {
    title: '修改还没有保存',
    text: '现在离开，这些修改就会丢失。',
    leave: '不保存，离开',
    stay: '留在这里',
  },
  {
    title: 'Your changes are not saved',
    text: 'If you leave this page now, they are lost.',
    leave: 'Leave without saving',
    stay: 'Stay here',
  },
)
