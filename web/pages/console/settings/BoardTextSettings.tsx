import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { pages } from '#contract/team/pages.ts'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { LanguageFields, languageLabels } from '#web/pages/console/settings/LanguageFields.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

export function BoardTextSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const team = useTeam()
  const [boardText, setBoardText] = useState(known.boardText)
  const form = useSettingsForm(
    known,
    { boardText },
    (settings) => setBoardText(settings.boardText),
    languageLabels('boardText', words.boardText),
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
    <SettingsCard id="board" title={words.board} about={about} form={form}>
      <LanguageFields
        form={form}
        name="boardText"
        texts={boardText}
        change={setBoardText}
        about={words.boardTextAbout}
      />
    </SettingsCard>
  )
}
