import * as en_US from '#contract/words/outcomes-en_US.ts'
import * as zh_CN from '#contract/words/outcomes-zh_CN.ts'
import type { Words } from '#contract/words/words.ts'
import { inLanguages } from '../in-languages.ts'

/** Names of outcomes and barriers, as people say them. */
export const outcomeWords = inLanguages<Pick<Words, 'outcomes' | 'barriers'>>({ zh_CN, en_US })
