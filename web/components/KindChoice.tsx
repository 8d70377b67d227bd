import { kindIcon } from '#client/chip.ts'
import { ticketTypes } from '#contract/codes.ts'
import { textIn } from '#contract/languages.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { Choice } from './Choice.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  name: string
  legend: string
  words: { readonly appliance: string; readonly computer: string }
  /** A kind that the team has removed counts as an appliance. */
  chosen: number
  onChange: (kind: number) => void
}

/** An appliance, a computer, or one of the team's own kinds. */
export function KindChoice({ name, legend, words, chosen, onChange }: Props) {
  const lang = useLang()
  const kinds = useTeam().data?.kinds ?? []
  const option = (value: number, text: string) => ({
    value,
    label: (
      <>
        <Icon name={kindIcon(value)} size={24} />
        {text}
      </>
    ),
  })
  return (
    <Choice
      legend={legend}
      name={name}
      options={[
        option(ticketTypes.appliance, words.appliance),
        option(ticketTypes.computer, words.computer),
        ...kinds.map((kind) => option(kind.id, textIn(kind.name, lang))),
      ]}
      chosen={[
        chosen <= ticketTypes.computer || kinds.some(({ id }) => id === chosen) ? chosen : ticketTypes.appliance,
      ]}
      onChange={([kind = 0]) => onChange(kind)}
    />
  )
}
