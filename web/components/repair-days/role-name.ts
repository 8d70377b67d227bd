import { textIn } from '#contract/languages.ts'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { useLang } from '#web/lib/language.ts'
import { useKindName } from './DayFacts.tsx'
import { useMemberDayWords } from './member-words.ts'

type Role = Pick<DayHelpers['roles'][number], 'name' | 'duty' | 'kind'>

/** The team's own name of a role, or what its helpers do, such as `Mending: computers`. */
export function useRoleName(): (role: Role) => string {
  const words = useMemberDayWords()
  const kindName = useKindName()
  const lang = useLang()
  return ({ name, duty, kind }) => {
    const named = textIn(name, lang)
    if (named) return named
    return kind === null ? words.duties[duty] : words.dutyOf(words.duties[duty], kindName(kind))
  }
}
