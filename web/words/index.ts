import { useLang } from '../language.ts'
import { en_US } from './en_US.ts'
import type { Words } from './words.ts'
import { zh_CN } from './zh_CN.ts'

const words = { zh_CN, en_US }

export function useWords(): Words {
  return words[useLang()]
}
