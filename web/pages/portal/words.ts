import { portalWords } from '#client/words/portal.ts'
import { hookOf } from '#web/lib/translated.ts'

export const usePortalWords = hookOf(portalWords)
