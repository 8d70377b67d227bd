import { refusalText } from '#client/refusal.ts'
import type { Failure } from '#contract/client.ts'
import * as en_US from '#contract/words/fields-en_US.ts'
import * as zh_CN from '#contract/words/fields-zh_CN.ts'
import type { FieldWords } from '#contract/words/words.ts'
import { translated } from '#web/lib/translated.ts'

const useFieldWords = translated<FieldWords>({ zh_CN, en_US })

export function useRefusal(): (failure: Failure, label: (field: string) => string) => string {
  const words = useFieldWords()
  return (failure, label) => refusalText(words, failure, label)
}
