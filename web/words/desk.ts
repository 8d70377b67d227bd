import { bilingual } from './bilingual.ts'

export const useDeskWords = bilingual(
  { home: '工作台', hello: (name: string) => `你好，${name}` },
  { home: 'Desk', hello: (name) => `Hello, ${name}` },
)
