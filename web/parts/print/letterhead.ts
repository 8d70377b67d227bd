import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Texts, textIn } from '#contract/languages.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { kept } from '#web/lib/kept.ts'
import { useLang } from '#web/lib/language.ts'
import { hoursOf } from './hours.ts'

type Week = Parameters<typeof hoursOf>[0]

/** What every receipt says of the team. It is no secret, and kept so that paper can be printed without a network. */
interface Known {
  readonly name: string
  readonly url: string
  readonly place: Texts
  readonly week: Week
  readonly accessories: readonly { readonly code: number; readonly name: Texts }[]
}

export interface Letterhead {
  readonly team: string
  readonly url: string
  readonly place: string
  readonly hours: readonly string[]
  /** The name of something that came with a device. */
  readonly accessory: (code: number) => string
}

const stored = kept(localStorage, 'fettle.letterhead')

function remembered(): Known | undefined {
  try {
    return JSON.parse(stored.get() ?? '') as Known // written below, by this very page
  } catch {
    return undefined
  }
}

/** What stands on paper about the team, in the language of the page. A page that prints without a network calls it while there is one. */
export function useLetterhead(): Letterhead {
  const lang = useLang()
  const team = useTeam().data
  const week = useQuery(queries.duty.week()).data
  const codes = useQuery(queries.codes.all()).data
  const loaded: Known | undefined =
    team && week && codes
      ? {
          name: team.name,
          url: team.url,
          place: team.place.name,
          week: week.list,
          accessories: codes['accessory'] ?? [],
        }
      : undefined
  const text = loaded && JSON.stringify(loaded)
  useEffect(() => {
    if (text) stored.set(text)
  }, [text])
  const known = loaded ?? remembered()
  return {
    team: known?.name ?? '',
    url: known?.url || location.origin,
    place: known ? textIn(known.place, lang) : '',
    hours: hoursOf(known?.week ?? [], lang),
    accessory: (code: number) => known?.accessories.find((one) => one.code === code)?.name[lang] ?? String(code),
  }
}
