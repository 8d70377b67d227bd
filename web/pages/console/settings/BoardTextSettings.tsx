import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { langs } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { Field } from '#web/components/Field.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

export function BoardTextSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const team = useTeam()
  const [boardText, setBoardText] = useState(known.boardText)
  const keep = useSettingsForm(
    known,
    { boardText },
    (settings) => setBoardText(settings.boardText),
    Object.fromEntries(langs.map((lang) => [`boardText.${lang}`, words.boardText[lang]])),
  )
  const about = (
    <>
      {words.boardAbout}{' '}
      <Anchor href={pages.board} target="_blank" inherit underline="always">
        {team.data?.url}
        {pages.board}
      </Anchor>
    </>
  )
  return (
    <SettingsCard id="board" title={words.board} about={about} form={keep}>
      {langs.map((lang, i) => (
        <Field
          key={lang}
          action={keep}
          name={`boardText.${lang}`}
          value={boardText[lang]}
          onText={(text) => setBoardText({ ...boardText, [lang]: text })}
          {...(i === 0 ? { about: words.boardTextAbout } : {})}
          autoComplete="off"
        />
      ))}
    </SettingsCard>
  )
}
