import type { Lang } from '../languages.ts'
import { en_US } from './en_US.ts'
import type { Words } from './words.ts'
import { zh_CN } from './zh_CN.ts'

export const words: Readonly<Record<Lang, Words>> = { zh_CN, en_US }
