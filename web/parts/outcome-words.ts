import * as en_US from '#contract/words/outcomes-en_US.ts'
import * as zh_CN from '#contract/words/outcomes-zh_CN.ts'
import { translated } from '#web/lib/translated.ts'

/** What became of repairs, in the words of the service. */
export const useOutcomeWords = translated({ zh_CN, en_US })
