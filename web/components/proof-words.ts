import { securityWords } from '#client/words/security.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useSecurityWords = hookOf(securityWords)
