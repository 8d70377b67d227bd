import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { langs } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useWords } from '#web/components/words.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useSettingsWords } from './words.ts'

export function BoardTextSettings({ known }: { known: KnownSettings }) {
  const { save } = useWords()
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
    <Card id="board" title={words.board} about={about}>
      <Form action={keep} submit={save} onSubmit={keep.submit} changed={keep.changed}>
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
      </Form>
    </Card>
  )
}
