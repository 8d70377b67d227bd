import { anyTagWords } from '#client/words/any-tag.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useAnyTagWords = hookOf(anyTagWords)
