import { Anchor } from '@mantine/core'
import { textIn } from '#contract/languages.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { useWords } from './words.ts'

/** Where the team is, in the language of the page; empty if not set. */
export function useTeamPlace(): { readonly text: string; readonly map: string } {
  const lang = useLang()
  const place = useTeam().data?.place
  return { text: place ? textIn(place.name, lang) : '', map: place?.map ?? '' }
}

/** The same in a line of text, with the way to it on a map. */
export function TeamPlace() {
  const words = useWords()
  const { text, map } = useTeamPlace()
  return (
    <>
      {text}
      {text && map && ' '}
      {map && (
        <Anchor href={map} target="_blank" rel="noreferrer" underline="always" inherit>
          {words.map}
        </Anchor>
      )}
    </>
  )
}
